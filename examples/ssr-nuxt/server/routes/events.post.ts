export default defineEventHandler(async (event) => {
  const { title } = await readBody(event)
  setResponseStatus(event, 201)
  return addEvent(title)
})
