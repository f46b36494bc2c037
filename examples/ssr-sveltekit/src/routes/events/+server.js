import { addEvent } from '../../events.js'

export async function POST({ request, fetch }) {
  const { title } = await request.json()
  const response = await addEvent(fetch, title)
  return Response.json(await response.json(), { status: response.status })
}
