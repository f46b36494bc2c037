import type { APIRoute } from 'astro'
import { addEvent } from '../events'

export const POST: APIRoute = async ({ request }) => {
  const { title } = await request.json()
  const response = await addEvent(title)
  return Response.json(await response.json(), { status: response.status })
}
