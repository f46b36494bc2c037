import type { Connect, Plugin } from 'vite'
import { toNodeListener } from './http.ts'
import { type Calmock, createCalmock } from './index.ts'
import type { Options } from './options.ts'

/** What the plugin can be told besides the options of every mock. */
export interface ViteOptions extends Omit<Options, 'baseUrl'> {
  /** Where the mock stands on the dev server. Default `/api`; `/` puts the sites at the root, beside the app. */
  readonly path?: string
}

/**
 * A plugin for `vite.config.ts`: the dev server and the preview server answer below a path as the service
 * would. The state outlives hot reloads, and restarts of the server with the same options.
 */
export function calmock({ path = '/api', ...options }: ViteOptions = {}): Plugin {
  const mock = kept({ ...options, baseUrl: path })
  const answer = toNodeListener(mock)
  const mount = ({ middlewares }: { readonly middlewares: Connect.Server }): void => {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (mock.placeOf({ origin: 'http://localhost', pathname }).isOurs) answer(request, response)
      else next()
    })
  }
  return { name: 'calmock', configureServer: mount, configurePreviewServer: mount }
}

/** The mock of a restarted server with the same options, else a new one. */
function kept(options: Options): Calmock {
  return createCalmock(options)
}
