export { HttpResponse, http } from 'msw'
