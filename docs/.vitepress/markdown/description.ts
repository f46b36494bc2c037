import { readFileSync } from 'node:fs'

/** Returns the first paragraph of a page as plain text, for search engines and previews. */
export function readDescription(path: string): string | undefined {
  const blocks = readFileSync(path, 'utf8').split(/\n{2,}/)
  const paragraph = blocks.find((block) => /^[A-Z`[]/.test(block))
  return paragraph
    ?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('\n', ' ')
}
