import { whenLoaded } from '../contract/lazy.ts'
import { findSite, languages } from '../contract/site.ts'
import type { MockResponse } from '../engine/http-message.ts'
import type { Landmark } from '../seed/landmarks.ts'
import { type ControlRequest, respondWithJson } from './operation.ts'

export function listLandmarks(control: ControlRequest): Promise<MockResponse> {
  return whenLoaded(() => respondWithJson(control, presentLandmarks(control)))
}

function presentLandmarks(control: ControlRequest) {
  const collections = Object.entries(control.landmarks.value).map(([collection, landmarks]) => {
    const entries = Object.entries<Landmark>(landmarks).map(([name, landmark]) => [
      name,
      { ...landmark, url: absoluteUrls(collection, landmark, control) },
    ])
    return [collection, Object.fromEntries(entries)]
  })
  return Object.fromEntries(collections)
}

/** Returns the URL of a landmark in each language, with the root and the namespace of the mock. */
function absoluteUrls(
  collection: string,
  { id }: Landmark,
  { request, options: { sites, namespace } }: ControlRequest,
): Readonly<Record<string, string>> {
  const urls = languages.map((language) => {
    const site = findSite(language, sites) ?? sites[0]
    const base = `${request.origin}${site?.root}/${namespace}`
    return [language, `${base}/${collection}/${id[language]}`]
  })
  return Object.fromEntries(urls)
}
