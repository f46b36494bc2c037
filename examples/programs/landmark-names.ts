import { landmarks } from 'calmock'

const { id, slug, title, url } = landmarks.events.jazzNight
console.log(id.en, slug.en) // 102 blue-hour-a-night-of-jazz
console.log(title.de) // Blaue Stunde: Eine Nacht voller Jazz
console.log(url.de) // /de/cal/events/v1/events/104
