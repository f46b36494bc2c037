import { findNearestName } from './option-error.ts'
import { quote } from './params/param.ts'

/** The names that other services use, by the parameter or field of this service. The first that a request accepts is meant. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  i18n_language: ['lang', 'language', 'locale'],
  per_page: ['limit', 'size', 'count', 'page_size', 'posts_per_page', 'number'],
  page: ['offset', 'paged', 'skip'],
  start_date: ['from', 'start', 'since', 'date', 'day', 'month', 'year'],
  end_date: ['to', 'end', 'until'],
  starts_after: ['after'],
  starts_before: ['before'],
  categories: ['category', 'cat', 'category_id'],
  tags: ['tag', 'tag_id'],
  title: ['name'],
  venue: ['venues', 'venue_id', 'location', 'name', 'title'],
  organizer: ['organizers', 'organizer_id', 'name', 'title'],
  name: ['name', 'title'],
  search: ['q', 's', 'query', 'keyword', 'term', 'title'],
  include: ['id', 'ids', 'include_ids'],
  description: ['content', 'body'],
  website: ['url', 'link'],
  cost: ['price'],
  geoloc_lat: ['lat'],
  geoloc_lng: ['lng', 'lon'],
  only_with_upcoming: ['upcoming'],
  orderby: ['sort', 'sort_by', 'sortby'],
  zip: ['postal_code', 'postcode'],
  address: ['street'],
  email: ['mail'],
  phone: ['telephone'],
  all_day: ['all_day_event'],
  hide_from_listings: ['hidden'],
  timezone: ['zone', 'tz'],
}

/** Returns the accepted name that somebody most likely means: a known synonym, or else a similar name. */
export function findMeantName(name: string, accepted: readonly string[]): string | undefined {
  const isMeant = (meant: string) => synonyms[meant]?.includes(name) && accepted.includes(meant)
  return Object.keys(synonyms).find(isMeant) ?? findNearestName(name, accepted)
}

/** Returns the message about a name that is not read, with the name that is meant, or all accepted names. */
export function formatIgnored(place: string, name: string, accepted: readonly string[]): string {
  const meant = findMeantName(name, accepted)
  const advice = meant ? `did you mean "${meant}"?` : `accepted: ${accepted.join(', ')}`
  return `${place} ignores ${quote(name)}; ${advice}`
}
