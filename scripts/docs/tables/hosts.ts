import { entryPoints, guides, listWith, nameImport, tasks } from '../../entry-points.ts'
import { formatTable } from '../../format-table.ts'
import { formatCode } from './cells.ts'

/** Returns the entry points with a member, each with the value of the member if that is a text. */
const listUsers = (member: 'needsMsw' | 'readsConfig'): string =>
  new Intl.ListFormat('en-GB').format(
    listWith(member).map((name) => {
      const value = entryPoints[name]?.[member]
      return `${formatCode(nameImport(name))}${typeof value === 'string' ? ` (${value})` : ''}`
    }),
  )

/** Returns the table of hosts: what to read and to import for a task. */
export const formatHosts = (): string =>
  formatTable(
    ['Task', 'Read', 'Import or run'],
    tasks.map(({ task, pages, with: names }) => [
      task,
      Object.entries(pages)
        .map(([title, page]) =>
          formatLink(
            title,
            page.replace(/^hosts\/|^/, (start) => (start ? '' : '../')),
          ),
        )
        .join(', '),
      names
        .map((name) => formatCode(Object.hasOwn(entryPoints, name) ? nameImport(name) : name))
        .join(', '),
    ]),
  )

/** Returns the table of hosts for coding agents. */
export const formatUses = (): string =>
  formatTable(
    ['Task', 'Use'],
    tasks.flatMap(({ task, use }) => (use ? [[task, use]] : [])),
  )

export const formatGuides = (): string =>
  `${guides.map(([title, page]) => formatLink(title, `docs/${page}`)).join(', ')}.`

/** Returns the sentence about the entry points that need MSW. */
export const formatMswUsers = (): string =>
  `${listUsers('needsMsw')} need the package \`msw\` to intercept requests, unless the option \`intercept: 'fetch'\` is set.`

/** Returns the sentence about the entry points that read the config file. */
export const formatConfigReaders = (): string =>
  `\`calmock serve\`, \`export\`, \`routes\` and \`mcp\` read it, and so do ${listUsers('readsConfig')}.`

const formatLink = (title: string, page: string): string => `[${title}](${page})`
