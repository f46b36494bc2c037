/** A state file on a disk that is full for a time. */
import * as fs from 'node:fs/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFolder } from '../folder.ts'
import { addressOf, start } from './program.ts'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  type Write = (path: string | number, content: string | Buffer, options?: object) => void
  /** Writes a part only, as a disk does that becomes full. */
  const limit = (write: Write): Write => {
    return (path, content, options) => {
      if (!disk.isFull) return write(path, content, options)
      write(path, content.slice(0, 20), options)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
  }
  const { appendFileSync, writeFileSync } = original
  const limited = { appendFileSync: limit(appendFileSync), writeFileSync: limit(writeFileSync) }
  return { ...original, ...limited }
})

const at = useFolder()
beforeEach(async () => {
  disk.isFull = false
  await fs.writeFile(at('data.json'), '{}')
})

const TAGS = '/en/cal/events/v1/tags'

async function send(url: string, method: string, path: string, json?: object) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(json) ?? null })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}

const readNames = async (url: string): Promise<string[]> =>
  (await send(url, 'GET', `${TAGS}?hide_empty=false&orderby=id`)).body.tags.map(
    ({ name }: { name: string }) => name,
  )

/** Runs a server with the state file during an action. */
async function withServer(act: (url: string, program: ReturnType<typeof start>) => Promise<void>) {
  const flags = ['--port', '0', '--empty', '--sites', 'en', '--log-format', 'off']
  const program = start([...flags, '--data', at('data.json'), '--state', at('state.json')])
  await act(await addressOf(program), program)
  program.stop()
  expect(await program.exit).toBe(0)
}

test('while the disk is full, a write returns 507 and changes nothing; with room, the next write works', async () => {
  const ids: number[] = []
  await withServer(async (url) => {
    const { id } = (await send(url, 'POST', TAGS, { name: 'A' })).body
    const before = (await send(url, 'GET', '/__calmock/world')).body
    disk.isFull = true
    for (const [method, path, json] of [
      ['POST', TAGS, { name: 'B' }],
      ['PATCH', `${TAGS}/${id}`, { name: 'Other' }],
      ['DELETE', `${TAGS}/${id}`],
    ] as const) {
      const { status, body } = await send(url, method, path, json)
      expect([status, body.code]).toEqual([507, 'calmock_state_unwritten'])
      expect(body.message).toContain('Nothing was changed')
    }
    expect((await send(url, 'GET', '/__calmock/world')).body).toEqual(before)
    disk.isFull = false
    ids.push(id, (await send(url, 'POST', TAGS, { name: 'C' })).body.id)
    expect((await send(url, 'POST', '/__calmock/undo', {})).body).toMatchObject({
      undone: `POST ${TAGS}`,
    })
    expect((await send(url, 'POST', TAGS, { name: 'C' })).status).toBe(201)
  })
  expect(ids[1]).toBe(Number(ids[0]) + 1)
  await withServer(async (url) => expect(await readNames(url)).toEqual(['A', 'C']))
})

test.each([
  ['{ }', 'reloaded'],
  ['{"tags":[{"language":"en","name":"Other"}]}', 'not reloaded'],
])(
  'after --data has become %s while the disk is full, the next write works when it has room',
  async (data, told) => {
    await withServer(async (url, { stderr }) => {
      await send(url, 'POST', TAGS, { name: 'A' })
      disk.isFull = true
      expect((await send(url, 'POST', TAGS, { name: 'B' })).status).toBe(507)
      await fs.writeFile(at('data.json'), data)
      await stderr.shows(new RegExp(`data.json ${told}`))
      expect(await readNames(url)).toEqual(['A'])
      expect((await send(url, 'POST', TAGS, { name: 'C' })).status).toBe(507)
      disk.isFull = false
      expect((await send(url, 'POST', TAGS, { name: 'D' })).status).toBe(201)
      await fs.writeFile(at('data.json'), '{}')
    })
    await withServer(async (url) => expect(await readNames(url)).toEqual(['A', 'D']))
  },
)
