export { handlersFor } from './intercept/msw/handlers.ts'
