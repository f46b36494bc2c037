const url = 'https://api.example/en/cal/events/v1/events'

export const listEvents = () => $fetch(url)

export const addEvent = (title: string) =>
  $fetch(url, {
    method: 'POST',
    body: { title, start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' },
  })
