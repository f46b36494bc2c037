export { handlersFor } from './msw/handlers.ts'
