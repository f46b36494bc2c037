import { cp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'
import { calmock } from 'calmock/vite'
import { createServer, type InlineConfig } from 'vite'
import { pack, peers } from '../../test/packed.ts'
import { buildStorybook, createStorybookServer } from '../../test/tools/examples/storybook-build.ts'
import type { Picture, Served } from './picture.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tools = join(root, 'test/tools/node_modules')

/** Serves an example by Vite. Its packages are in test/tools. */
async function serveVite(example: string, config: InlineConfig): Promise<Served> {
  const server = await createServer({
    ...{ root: join(root, 'examples', example), configFile: false, logLevel: 'error' },
    ...{ cacheDir: join(root, 'node_modules/.cache/calmock-pictures', example) },
    ...{ server: { port: 0, host: '127.0.0.1' }, optimizeDeps: { entries: ['index.html'] } },
    resolve: { alias: { react: join(tools, 'react'), 'react-dom': join(tools, 'react-dom') } },
    ...config,
  })
  await server.listen()
  const [url = ''] = server.resolvedUrls?.local ?? []
  return { url, close: () => server.close() }
}

const serveReact = (): Promise<Served> =>
  serveVite('vite-react', {
    plugins: [calmock({ path: '/api', sites: ['en'], now: '2030-01-07T12:00:00Z' })],
  })

/** Serves the app of the Playwright example with a mock that rejects the first write. */
async function servePlaywright(): Promise<Served> {
  const mock = await listen(
    createCalmock({ sites: ['en'], now: '2030-01-07T12:00:00Z', fault: ['POST /events 503 1x'] }),
  )
  const define = { 'import.meta.env.VITE_API_HOST': JSON.stringify(mock.url) }
  const app = await serveVite('playwright-vite', { define })
  const close = async (): Promise<void> => {
    await app.close()
    await mock.close()
  }
  return { url: app.url, close }
}

async function serveStorybook(): Promise<Served> {
  const packed = await pack()
  const modules = ['@storybook/addon-docs', '@storybook/react-vite', 'react', 'react-dom']
  const project = await packed.project([...peers, ...modules])
  await cp(join(root, 'examples/storybook-react'), project, { recursive: true })
  const worker = 'mockServiceWorker.js'
  await cp(join(root, 'node_modules/msw/lib', worker), join(project, 'public', worker))
  const output = join(project, 'output')
  await buildStorybook(project, '.storybook', output)
  const server = createStorybookServer(output)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  const close = async (): Promise<void> => {
    server.close()
    await packed.remove()
  }
  return { url: `http://127.0.0.1:${port}/some/where/`, close }
}

/** The examples of hosts, as a reader sees them after the first steps of the guide. */
export const hostPictures: readonly Picture[] = [
  {
    name: 'host-vite',
    path: '',
    window: [620, 250],
    scale: 1,
    serve: serveReact,
    async prepare(page) {
      await page.getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'host-playwright',
    path: '',
    window: [620, 280],
    scale: 1,
    serve: servePlaywright,
    async prepare(page) {
      await page.clock.setFixedTime('2030-01-07T12:00:00Z')
      await page.reload()
      await page.getByRole('listitem').first().waitFor()
      await page.getByLabel('Title').fill('Rehearsal')
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'host-storybook',
    path: 'index.html?path=/story/calendar--arabic',
    window: [1000, 560],
    scale: 1,
    serve: serveStorybook,
    async prepare(page) {
      const story = page.frameLocator('#storybook-preview-iframe')
      await story.getByRole('listitem').first().waitFor({ timeout: 60_000 })
      await page.getByRole('button', { name: /scenario/i }).click()
    },
  },
]
