export default defineEventHandler(async (event) => {
  const form = await readFormData(event)
  await addEvent(String(form.get('title')))
  return sendRedirect(event, '/', 303)
})
