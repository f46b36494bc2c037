import { createServer, Factory, Model, Response, RestSerializer } from 'miragejs'

/** Starts Mirage with the routes of the app. */
export function startMirage(environment = 'development') {
  return createServer({
    environment,
    trackRequests: environment === 'test',
    models: { event: Model, user: Model },
    serializers: { application: RestSerializer },
    factories: {
      event: Factory.extend({
        title: (n) => `Event ${n + 1}`,
        startsAt: (n) => `2030-01-${10 + n}T18:00:00`,
        endsAt: (n) => `2030-01-${10 + n}T20:00:00`,
      }),
    },
    seeds(server) {
      server.create('event', { title: 'Paper marbling' })
      server.createList('event', 11)
      server.create('user', { name: 'Ada' })
    },
    routes() {
      this.namespace = 'api'
      this.timing = 400
      this.get('/events', (schema) =>
        schema.events.all().sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
      )
      this.post('/events', (schema, request) => {
        const fields = JSON.parse(request.requestBody)
        if (!fields.title) return new Response(422, {}, { errors: ['title is missing'] })
        return schema.events.create(fields)
      })
      this.get('/users/:id')
    },
  })
}
