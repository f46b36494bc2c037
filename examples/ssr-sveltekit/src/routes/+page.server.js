import { addEvent, listEvents } from '../events.js'

export const load = async ({ fetch }) => ({ events: await listEvents(fetch) })

export const actions = {
  default: async ({ request, fetch }) => {
    const form = await request.formData()
    await addEvent(fetch, form.get('title'))
  },
}
