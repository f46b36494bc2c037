import { addEvent } from '@/events'

export async function POST(request: Request): Promise<Response> {
  const { title } = await request.json()
  const response = await addEvent(title)
  return Response.json(await response.json(), { status: response.status })
}
