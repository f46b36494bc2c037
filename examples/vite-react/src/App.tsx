import { UpcomingEvents } from './UpcomingEvents.tsx'

export default function App() {
  return <UpcomingEvents language="en" />
}
