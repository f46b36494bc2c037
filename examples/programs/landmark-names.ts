import { landmarks } from 'calmock'

const { id, slug, title, url } = landmarks.events.jazzNight
console.log(id.en, slug.en) // 102 blue-hour-a-night-of-jazz
console.log(title.de) // Blaue Stunde: Eine Nacht voller Jazz
console.log(url.de) // /de/cal/events/v1/events/104

const { blueHall } = landmarks.venues
console.log(blueHall.id.en, blueHall.title.en) // 112 Blue Hall

const { nightJazzCircle } = landmarks.organizers
console.log(nightJazzCircle.id.en, nightJazzCircle.title.en) // 122 Night Jazz Circle

const { jazz } = landmarks.categories
console.log(jazz.id.hi, jazz.title.hi) // 1035 जैज़

const { liveMusic } = landmarks.tags
console.log(liveMusic.id.fr, liveMusic.slug.fr) // 543 musique-live
