const response = await fetch('https://api.example/en/cal/events/v1/events?per_page=3')
const { events } = await response.json()
document.body.textContent = events.map(({ title }: { title: string }) => title).join(' · ')
