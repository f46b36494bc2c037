import type { DefaultTheme } from 'vitepress'
import { unlisted } from './sidebar.ts'

/** The words that say nothing about a page. VitePress sends the functions to the browser as text, so they use nothing outside themselves. */
const processTerm = (term: string): string | null => {
  const word = term.toLowerCase()
  const stopWords =
    /^(a|an|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|into|is|it|its|my|of|on|or|that|the|then|this|to|what|when|with|without|you|your)$/
  return stopWords.test(word) ? null : word
}

/** Returns the text of a page for the index: with the requests and answers of live blocks, and with the words of `<!-- search: ... -->`, which other people use for a section. */
export const listSearchableText = (source: string): string =>
  source
    .replace(/^( *`{3,})http\b.*$/gm, '$1text')
    .replace(/<!-- search: (.*?) -->/g, (_, words: string) => words)

/** Finds words by their beginning, never by their middle, and forgives a typing error in a long word only. */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  // not sent to the browser
  _render: async (source, env, md) =>
    unlisted.includes(`/${env.relativePath.replace(/\.md$/, '')}`)
      ? ''
      : md.renderAsync(listSearchableText(source), env),
  miniSearch: {
    options: { processTerm },
    searchOptions: {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      boostDocument: (id: string) =>
        id.startsWith('/troubleshooting') ? 3 : id.startsWith('/recipes/') ? 2 : 1,
    },
  },
}
