import { Command } from 'commander'
import { messages } from '../contract/messages/index.ts'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes } from '../contract/route.ts'
import { createSite } from '../contract/site.ts'
import { defaults } from '../options/options.ts'
import type { Io } from './io.ts'

/** Creates `calmock routes`, which prints every method and path as a table or as JSON. */
export function routesCommand(io: Io): Command {
  return new Command('routes')
    .description('list every method and path')
    .option('--json', 'print JSON')
    .allowExcessArguments(false)
    .action(({ json }: { readonly json?: true }) => {
      const site = createSite('en', messages.en)
      const endpoints = createEndpoints(resources, site, defaults.namespace)
      const routes = listRoutes(endpoints).map(({ method, path }) => ({
        method,
        path: `/${defaults.namespace}${path}`,
      }))
      const lines = routes.map(({ method, path }) => `${method.padEnd(7)}${path}`)
      io.stdout.write(json ? `${JSON.stringify(routes, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}
