import { createServer, Model, RestSerializer } from 'miragejs'

/** Starts Mirage with the routes that calmock does not have, next to the server of calmock. */
export function startMirage(environment = 'development', calmock = 'http://127.0.0.1:4747') {
  return createServer({
    environment,
    models: { user: Model },
    serializers: { application: RestSerializer },
    seeds(server) {
      server.create('user', { name: 'Ada' })
    },
    routes() {
      this.passthrough(`${calmock}/**`)
      this.namespace = 'api'
      this.timing = 400
      this.get('/users/:id')
    },
  })
}
