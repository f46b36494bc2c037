import type { PresentContext } from './context.ts'
import { toParagraphs } from './post.ts'

/** Entities of characters, and of the ASCII characters that stand for them between spaces or words. */
const entities: readonly (readonly [RegExp, string])[] = [
  [/&(?!#?\w+;)/g, '&#038;'],
  [/…|\.\.\./g, '&#8230;'],
  [/---|(?<![^ ])--(?![^ ])/g, '&#8212;'],
  [/--|(?<= )-(?= )/g, '&#8211;'],
  [/“|(?<![^\s([{])"/g, '&#8220;'],
  [/”|"/g, '&#8221;'],
  [/‘|(?<![^\s([{])'(?!\d)/g, '&#8216;'],
  [/’|'/g, '&#8217;'],
]

/** Returns a title as responses show it: with typographic HTML entities with the preset (24.4). Stored titles are plain. */
export const presentTitle = (title: string, { settings }: PresentContext): string =>
  settings.preset.followsService ? texturize(title) : title

/** Returns a description or an excerpt as responses show it: in paragraphs, as `presentTitle` shows titles, and with the preset without the comments of the block editor (24.4). */
export const presentText = (text: string, context: PresentContext): string =>
  toParagraphs(
    presentTitle(
      context.settings.preset.followsService ? text.replace(/<!-- *\/?wp:[^<>]*-->/g, '') : text,
      context,
    ),
  )

/** Returns the name of a term as responses show it: without tags and with `&amp;` with the preset (24.4). */
export const presentTermName = (name: string, { settings }: PresentContext): string =>
  settings.preset.followsService
    ? name.replace(/<[^<>]*>/g, '').replace(/&(?!#?\w+;)/g, '&amp;')
    : name

/** Replaces punctuation outside tags. */
const texturize = (text: string): string => text.replace(/<[^<>]*>|[^<>]+/g, texturizePart)

const texturizePart = (part: string): string =>
  part.startsWith('<')
    ? part
    : entities.reduce((text, [pattern, entity]) => text.replace(pattern, entity), part)
