/** Lists five events in the language of the address, such as `?language=de`. */
export async function showEvents() {
  const language = new URLSearchParams(location.search).get('language')
  const response = await fetch(`/api/${language}/cal/events/v1/events?per_page=5`)
  const { events } = await response.json()
  const list = document.createElement('ul')
  for (const { title } of events)
    list.append(Object.assign(document.createElement('li'), { textContent: title }))
  document.body.append(list)
}
