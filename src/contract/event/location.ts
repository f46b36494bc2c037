import type { Context, Query } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Row } from '../resource.ts'
import { readLinked } from '../translations.ts'

/** Throws `Problem` if a query contains only one of the two coordinates (4.3.1). Without the extension they have no effect (15.2a). */
export function requireBothCoordinates(query: Query, { settings }: Context): void {
  if (!settings.geolocation) return
  const [hasLat, hasLng] = [query.geoloc_lat !== undefined, query.geoloc_lng !== undefined]
  if (hasLat === hasLng) return
  const [sent, missing] = hasLat ? ['geoloc_lat', 'geoloc_lng'] : ['geoloc_lng', 'geoloc_lat']
  const error = { key: 'needsOther', values: { given: sent } } as const
  throw new Problem('rest_invalid_param', { errors: { [missing]: error } })
}

/** Returns the predicate for events at a venue with coordinates, or without them if `isWanted` is false. */
export function matchesCoordinates(isWanted: boolean, context: Context): (row: Row) => boolean {
  if (!context.settings.geolocation) return () => true
  return (row) => readVenues(row, context).some(({ geo_lat }) => geo_lat != null) === isWanted
}

/** Returns the predicate for events at a venue near the point of the query. The settings contain the radius. */
export function matchesDistance(
  lat: number,
  context: Context,
  query: Query,
): (row: Row) => boolean {
  if (!context.settings.geolocation) return () => true
  const point = { lat, lng: Number(query.geoloc_lng) }
  return (row) =>
    readVenues(row, context).some(
      ({ geo_lat, geo_lng }) =>
        geo_lat != null &&
        distanceKm(point, { lat: geo_lat, lng: geo_lng }) <= context.settings.geolocRadius,
    )
}

/** Returns the venues that the event shows to the user: others must not be found by their place. */
const readVenues = ({ venue, language }: Row, context: Context): readonly Row[] =>
  readLinked('venue', venue, { ...context, language })

/** Latitude and longitude in degrees. */
interface Point {
  readonly lat: number
  readonly lng: number
}

const EARTH_RADIUS_KM = 6371

/** Returns the great-circle distance by the haversine formula, in km. */
function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const haversine = (angle: number): number => Math.sin(angle / 2) ** 2
  const h =
    haversine(radians(b.lat - a.lat)) +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * haversine(radians(b.lng - a.lng))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h))
}
