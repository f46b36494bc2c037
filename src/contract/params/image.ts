import type { Poster } from '../../poster/draw-poster.ts'
import type { Context, PresentContext, Query, Settings } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { decodeEntities } from '../html-page.ts'
import { Lazy } from '../lazy.ts'
import { integerSchema, objectSchema, type Row, schemaRef, textSchema } from '../resource.ts'
import { invalid, type Param, type ReadResult, type Schema, valid } from './param.ts'
import { isUrl, text, webSchemes } from './values.ts'

/** The model of images. The slug of an image from another host is its URL, and the slug of a generated image is empty. */
export const imageModel = {
  name: 'picture',
  defaults: { title: '', hue: 0, motif: '' },
  validateRow: ({ slug }: Row) => (slug === '' || isUrl(slug) ? undefined : 'slug'),
} as const

/** The models of all images: of events and of requests, and of seeded venues. */
export const imageModels = [imageModel, { ...imageModel, name: 'venuePicture' }] as const

/** Returns the row of an image, whatever it belongs to. */
export function findImage(
  repository: Pick<Context['repository'], 'get'>,
  id: number,
): Row | undefined {
  for (const { name } of imageModels) {
    const row = repository.get(name, id)
    if (row) return row
  }
  return undefined
}

/** Width and height in pixels. */
interface ImageSize {
  readonly width: number
  readonly height: number
}

const fullSize: ImageSize = { width: 1200, height: 900 }

/** The smaller sizes of generated images, by their name in the image object. */
const smallerSizes = {
  thumbnail: { width: 150, height: 150 },
  medium: { width: 300, height: 225 },
  medium_large: { width: 768, height: 576 },
  large: { width: 1024, height: 768 },
} as const

const MIME = 'image/svg+xml'

/** The path of generated images, below the origin. */
export const imagesPath = '/__calmock/pictures'

/** The JSON Schemas of an image object and of its sizes (11.2), by name. */
export const imageSchemas: Readonly<Record<string, Schema>> = {
  Image: objectSchema(
    { url: textSchema, id: integerSchema },
    {
      extension: textSchema,
      width: integerSchema,
      height: integerSchema,
      filesize: integerSchema,
      sizes: { type: 'object', additionalProperties: schemaRef('ImageSize') },
    },
  ),
  ImageSize: objectSchema(
    {
      width: integerSchema,
      height: integerSchema,
      'mime-type': textSchema,
      url: textSchema,
    },
    { filesize: integerSchema },
  ),
}

export const imageSchema = schemaRef('Image')

/** An image: an existing ID, or an absolute URL of http or https, which is not downloaded. Empty text removes the image if it is `clearable`. */
export const image = (
  doc: MessageKey,
  options: { readonly clearable: boolean },
): Param<string | number, number | null> => ({
  ...text(doc),
  schema: { type: ['string', 'integer'] },
  read: (raw, context) => readImage(raw, context, options.clearable),
  store: storeImage,
})

function readImage(
  raw: unknown,
  { repository }: Context,
  clearable: boolean,
): ReadResult<string | number> {
  if (raw === '' && clearable) return valid('')
  const isId = typeof raw === 'number' || (typeof raw === 'string' && /^\d+$/.test(raw))
  if (isId && findImage(repository, Number(raw))) return valid(Number(raw))
  const isWeb = typeof raw === 'string' && isUrl(raw) && webSchemes.test(raw)
  return isWeb && !isId ? valid(raw) : invalid('notImage', raw)
}

function storeImage(value: string | number, { repository, language }: Context): number | null {
  if (typeof value === 'number') return value
  if (value === '') return null
  const row =
    repository.bySlug(imageModel.name, value, language) ??
    repository.insert(imageModel.name, { slug: value, language, title: '', hue: 0, motif: '' })
  return row.id
}

/** Returns the image object (11.2), or undefined for a record without an image. */
export function presentImage(id: number | null, context: PresentContext): Query | undefined {
  const row = id === null ? undefined : findImage(context.repository, id)
  if (!row) return undefined
  return row.slug === '' ? presentGenerated(row, context) : presentRemote(row)
}

/** Returns the image object of an image from another host: its URL, without sizes. */
function presentRemote({ id, slug: url }: Row): Query {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1]
  return { url, id, ...(extension && { extension: extension.toLowerCase() }) }
}

/** Draws posters. Pages load it with the first image, because it has 5 kB of gzip. */
export const posters = new Lazy(() => import('../../poster/draw-poster.ts'))

/** Returns the poster of a generated image: entities in the title are shown as their characters. */
export const readPoster = (
  { title, hue, motif }: Row,
  { plainPosters }: Pick<Settings, 'plainPosters'>,
): Poster => ({
  title: plainPosters ? '' : decodeEntities(title),
  hue,
  motif,
})

function presentGenerated(row: Row, context: PresentContext): Query {
  const draw = (size: ImageSize): string =>
    posters.value.drawPoster(readPoster(row, context.settings), size)
  // the service sends the size of the file (24.4)
  const measure = (size: ImageSize) =>
    context.settings.preset.followsService && {
      filesize: new TextEncoder().encode(draw(size)).length,
    }
  const getUrl = (size: ImageSize): string => {
    if (context.inlinesImages) return `data:${MIME},${encodeURIComponent(draw(size))}`
    const suffix = size === fullSize ? '' : `-${size.width}x${size.height}`
    return `${context.origin}${imagesPath}/${row.id}${suffix}.svg`
  }
  return {
    url: getUrl(fullSize),
    id: row.id,
    extension: 'svg',
    ...fullSize,
    ...measure(fullSize),
    sizes: Object.fromEntries(
      Object.entries(smallerSizes).map(([name, size]) => [
        name,
        { ...size, 'mime-type': MIME, ...measure(size), url: getUrl(size) },
      ]),
    ),
  }
}

/** Returns the ID and the size in a path below `imagesPath`: `/77.svg`, `/77-300x225.svg`. */
export function parseImagePath(
  path: string,
): { id: number; width: number; height: number } | undefined {
  const match = /^\/(\d{1,15})(?:-(\d{2,4})x(\d{2,4}))?\.svg$/.exec(path)
  if (!match) return undefined
  return {
    id: Number(match[1]),
    width: Number(match[2] ?? fullSize.width),
    height: Number(match[3] ?? fullSize.height),
  }
}
