import { type FaultName, faultNames, namedFaults } from '../../../src/faults/fault-kind.ts'
import { createToolbar } from '../../../src/hosts/storybook/toolbar.ts'
import { formatTable } from '../../format-table.ts'
import { formatCode } from './cells.ts'

/** The responses of the kinds in the words of the documents. */
const responses: Readonly<Record<FaultName, string>> = {
  maintenance: '503 with an HTML page in the language of the site, and `Retry-After: 600`',
  timeout: 'none: the connection ends after 5 minutes',
  drop: 'none: the connection ends',
  offline: 'none: the connection ends at once',
  truncate: 'the body breaks off in the middle',
  slow: 'the body arrives in ten parts over 3 seconds',
  malformed: 'the first half of the body, with the right length',
}

const STATUSES = '`400` to `599`'

export const formatFaults = (): string =>
  formatTable(
    ['Kind', 'Response', 'Stored'],
    [
      [
        STATUSES,
        'an error in the form of the service, in the language of the site; 429 and 503 have `Retry-After: 10`',
        'no',
      ],
      ...faultNames.map((name) => [
        formatCode(name),
        responses[name],
        namedFaults[name].instead ? 'no' : 'yes',
      ]),
      ['`delay:500`, `delay:200-800`', 'another delay in ms, at most an hour', 'yes'],
    ],
  )

export const listFaults = (): string =>
  `Kinds: ${[STATUSES, ...faultNames.map(formatCode), '`delay:500`'].join(', ')}.`

/** Returns the names in the menu for the network of Storybook's toolbar in a sentence. */
export const listNetworks = (): string => {
  const items = createToolbar([]).network.toolbar.items.flatMap((item) =>
    'value' in item ? [formatCode(item.value)] : [],
  )
  return `The values of \`network\` are ${items.join(', ')}.`
}
