import { listEvents } from '../../events.js'

/** Runs on the server and again in the page, which finds the response in the HTML. */
export const load = async ({ fetch }) => ({ events: await listEvents(fetch) })
