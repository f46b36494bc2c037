import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })

async function save(event: object) {
  const response = await mock.fetch('/en/cal/events/v1/events', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  const { code, data } = await response.json()
  return { status: response.status, code, params: data?.params }
}

const missing = await save({ title: 'Rehearsal' })
console.log(missing.code, missing.params.join()) // rest_missing_callback_param start_date,end_date
const dates = { start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }
const wrong = await save({ ...dates, title: '', website: 'none' })
console.log(wrong.code, Object.keys(wrong.params).join()) // rest_invalid_param title,website
console.log((await save({ ...dates, title: 'Rehearsal' })).status) // 201

// the request arrived, and the answer got lost: the event exists
mock.faults = 'POST /events drop'
console.log(await save({ ...dates, title: 'Kyoto Evening' }).catch(({ name }) => name)) // TypeError
mock.faults = []
const found = await mock.fetch('/en/cal/events/v1/events?search=Kyoto&_fields=total')
console.log((await found.json()).total) // 1
