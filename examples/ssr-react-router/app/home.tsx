import { Form, useLoaderData } from 'react-router'
import { addEvent, listEvents } from './events'

export const loader = () => listEvents()

export async function action({ request }: { readonly request: Request }) {
  const form = await request.formData()
  await addEvent(String(form.get('title')))
  return null
}

export default function Home() {
  const events = useLoaderData<typeof loader>()
  return (
    <>
      <ul>
        {events.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <Form method="post">
        <label>
          Title <input name="title" />
        </label>
        <button type="submit">Add</button>
      </Form>
    </>
  )
}
