import { EventsByCategory } from './EventsByCategory.tsx'

export default function App() {
  return <EventsByCategory language="en" />
}
