export default defineEventHandler(() => listEvents())
