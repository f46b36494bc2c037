import { readPoster } from '../../src/contract/params/image.ts'
import type { Row } from '../../src/contract/resource.ts'
import { languages } from '../../src/contract/site.ts'
import type { Poster } from '../../src/poster/draw-poster.ts'
import { createTestMock, NOW } from '../call.ts'

/** Returns the posters of 300 events of seed 1, by language. */
export function readPosters(): Readonly<Record<string, readonly Poster[]>> {
  const { db } = createTestMock({ now: NOW, seed: 1, events: 300, sites: [...languages] })
  const rows: readonly Row[] = db.picture.getAll()
  return Object.fromEntries(
    languages.map((code) => [
      code,
      rows.filter(({ language }) => language === code).map((row) => readPoster(row, {})),
    ]),
  )
}

/** The lines of a poster, unescaped. */
export const readLines = (svg: string): string[] =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, line = '']) =>
    line.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )

/** The sizes of generated images. */
export const sizes = [
  { width: 1200, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 576 },
  { width: 300, height: 225 },
  { width: 150, height: 150 },
] as const
