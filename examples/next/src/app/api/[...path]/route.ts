import { mock } from '@/mock'

const handle = (request: Request): Promise<Response> => mock.fetch(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
