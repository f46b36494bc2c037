import createClient from 'openapi-fetch'
import { client as heyClient } from './generated/hey/client.gen'
import { listEvents as listWithHey } from './generated/hey/sdk.gen'
import { listEvents as listWithOrval } from './generated/orval'
import type { paths } from './generated/schema'
import { Api } from './generated/swagger/api'
import { createApiClient } from './generated/zodios'

type Call = (base: string) => Promise<{ readonly total: number } | undefined>

/** What a user of each generator writes to list the events of two categories, and how docs/types.md sends both. */
export const calls: Readonly<Record<string, Call>> = {
  'openapi-fetch': async (baseUrl) => {
    const client = createClient<paths>({ baseUrl })
    const query = { categories: ['jazz', 'theatre'] }
    return (await client.GET('/events', { params: { query } })).data
  },
  'openapi-fetch with commas': async (baseUrl) => {
    const querySerializer = { array: { style: 'form', explode: false } } as const
    const client = createClient<paths>({ baseUrl, querySerializer })
    const query = { categories: ['jazz', 'theatre'] }
    return (await client.GET('/events', { params: { query } })).data
  },
  'swagger-typescript-api': async (baseUrl) => {
    const { events } = new Api({ baseUrl })
    return (await events.listEvents({ categories: ['jazz', 'theatre'] })).data
  },
  'swagger-typescript-api with commas': async (baseUrl) => {
    const { events } = new Api({ baseUrl })
    return (await events.listEvents({ categories: ['jazz,theatre'] })).data
  },
  // its functions have the address of its configuration
  orval: async () => {
    const { status, data } = await listWithOrval({ categories: ['jazz', 'theatre'] })
    return status === 200 ? data : undefined
  },
  '@hey-api/openapi-ts': async (baseUrl) => {
    heyClient.setConfig({ baseUrl })
    return (await listWithHey({ query: { categories: ['jazz', 'theatre'] } })).data
  },
  'openapi-zod-client': (baseUrl) =>
    createApiClient(baseUrl).listEvents({ queries: { categories: ['jazz', 'theatre'] } }),
}
