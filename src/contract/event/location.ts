import type { Context, Query } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Row } from '../resource.ts'

/** Throws `Problem` when only one coordinate was sent (4.3.1). */
export function requireBothCoordinates(query: Query): void {
  const [hasLat, hasLng] = [query.geoloc_lat !== undefined, query.geoloc_lng !== undefined]
  if (hasLat === hasLng) return
  const [given, missing] = hasLat ? ['geoloc_lat', 'geoloc_lng'] : ['geoloc_lng', 'geoloc_lat']
  const fault = { key: 'needsOther', values: { given } } as const
  throw new Problem('rest_invalid_param', { faults: { [missing]: fault } })
}

/** Whether the venue has coordinates, or has none. */
export function matchesCoordinates(
  wanted: boolean,
  { repository }: Context,
): (row: Row) => boolean {
  return (row) =>
    row.venue.some((id: number) => repository.get('venue', id)?.geo_lat != null) === wanted
}

/** Whether the venue lies within the radius of the settings, in km, of the point asked for. */
export function matchesDistance(
  lat: number,
  { repository, settings }: Context,
  query: Query,
): (row: Row) => boolean {
  const point = { lat, lng: Number(query.geoloc_lng) }
  return (row) =>
    row.venue.some((id: number) => {
      const place = repository.get('venue', id)
      if (place?.geo_lat == null) return false
      return distanceKm(point, { lat: place.geo_lat, lng: place.geo_lng }) <= settings.geolocRadius
    })
}

interface Point {
  readonly lat: number
  readonly lng: number
}

/** Along the great circle, in km. */
function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (x: number): number => Math.sin(x / 2) ** 2
  const arc =
    half(radians(b.lat - a.lat)) +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(radians(b.lng - a.lng))
  return 2 * 6371 * Math.asin(Math.sqrt(arc))
}
