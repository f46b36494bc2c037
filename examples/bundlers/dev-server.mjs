import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'

const mock = createCalmock({ sites: ['en', 'de'], now: 'today' })

/** The option `devServer` of webpack and of Rspack: the mock below `/api`. */
export const devServer = {
  setupMiddlewares: (middlewares) => [
    { name: 'calmock', path: '/api', middleware: toNodeListener(mock) },
    ...middlewares,
  ],
}
