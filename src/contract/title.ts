import type { PresentContext } from './context.ts'

/** Entities of characters, and of the ASCII characters that stand for them between spaces or words. */
const entities: readonly (readonly [RegExp, string])[] = [
  [/&(?!#?\w+;)/g, '&#038;'],
  [/…|\.\.\./g, '&#8230;'],
  [/—|---/g, '&#8212;'],
  [/–|--|(?<= )-(?= )/g, '&#8211;'],
  [/“|(?<![^\s([{])"/g, '&#8220;'],
  [/”|"/g, '&#8221;'],
  [/‘|(?<![^\s([{])'(?!\d)/g, '&#8216;'],
  [/’|'/g, '&#8217;'],
]

/** Returns a title as responses show it: with typographic HTML entities, if the preset has them. Stored titles are plain. */
export const presentTitle = (title: string, { settings }: PresentContext): string =>
  settings.preset.texturizesTitles ? texturize(title) : title

const texturize = (title: string): string =>
  entities.reduce((text, [pattern, entity]) => text.replace(pattern, entity), title)
