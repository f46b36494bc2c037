import { useId, useState } from 'preact/hooks'
import { parseDate } from '../dates/parse-date.ts'
import { faultNames, namedFaults } from '../faults/fault-kind.ts'
import { type App, readSetting, useApp, views } from './app.ts'
import { steps } from './control/clock-card.tsx'
import { changeWorld, undo, useList } from './load-world.ts'
import { timeFormat } from './locale.ts'
import { Dialog, describeCombobox, Options } from './parts.tsx'

/** The palette of commands, which keys open. Single keys run commands without it. */
export function Palette() {
  const { palette } = useApp()
  return palette.value === undefined ? null : <CommandList start={palette.value} />
}

/** Opens the palette, or runs the command of a single key, which fields and dialogs keep to themselves. */
export function handleKey(app: App, event: KeyboardEvent): void {
  const { key, target } = event
  const isHeld = event.ctrlKey || event.metaKey || event.altKey
  const isField = target instanceof Element && target.closest('input, select, textarea')
  const isOff = isHeld || isField || readSetting('keys') === 'off'
  const isPalette = isHeld && !event.altKey && key.toLowerCase() === 'k'
  const found = isOff ? undefined : listCommands(app, '?').find((command) => command[2] === key)
  if (document.querySelector('dialog[open]') || !(isPalette || found)) return
  event.preventDefault()
  if (found) found[1]()
  else app.palette.value = ''
}

/** A field for a command, and the list of the commands that match. Arrow keys and Enter choose a command. */
function CommandList({ start }: { readonly start: string }) {
  const app = useApp()
  const id = useId()
  const [{ text, active }, show] = useState({ text: start, active: 0 })
  const commands = listCommands(app, text, useList('scenarios'))
  const choose = (run?: () => unknown): void => {
    app.palette.value = undefined
    if (run) setTimeout(run) // after the focus has returned
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step === 0) choose(commands[active]?.[1])
    else show({ text, active: (active + step + commands.length) % commands.length })
  }
  return (
    <Dialog title="Commands" onClose={() => choose()}>
      <input
        {...describeCombobox(id, commands.length, active)}
        aria-label={'Command'}
        autofocus={true}
        value={text}
        onKeyDown={onKeyDown}
        placeholder="saturday 8pm, page 3 of events fails, empty"
        onInput={({ currentTarget: { value } }) => show({ text: value, active: 0 })}
      />
      <Options
        id={id}
        active={active}
        class={'commands'}
        label={'Commands'}
        options={commands}
        empty="No command matches."
        format={([title, , key]) => [`${title} `, key && <kbd key="key">{key}</kbd>]}
        onChoose={([, run]) => choose(run)}
      />
    </Dialog>
  )
}

/** An action of the palette: its title, what it does, and the single key that does it. */
type Command = readonly [title: string, run: () => unknown, key?: string | undefined]

/**
 * Lists the commands that have all words of a text in their titles, after the commands that the text describes: a fault, or
 * a time. `?` lists the commands with keys.
 */
function listCommands(app: App, text: string, scenarios: readonly { name: string }[] = []) {
  const words = text.toLowerCase().split(/\s+/)
  const fixed = listFixed(app, scenarios)
  if (text === '?') return fixed.filter(([, , key]) => key)
  const rule = readFaultWords(text)
  const faults = [...app.status.value.faults, rule]
  return [
    ...(rule ? [control(app, `Add fault: ${rule}`, ['faults', { faults }])] : []),
    ...describeTime(app, text),
    ...fixed.filter(([title]) => words.every((word) => title.toLowerCase().includes(word))),
  ]
}

/** Returns a command that changes a setting of the world, and announces it. */
const control = (app: App, title: string, [route, body]: readonly [string, object]): Command => [
  title,
  () => changeWorld(app, () => app.api.control('PUT', route, body), `Done: ${title}`, route),
]

const open = (hash: string) => (): void => location.assign(`#${hash}`)

function listFixed(app: App, scenarios: readonly { name: string }[]): readonly Command[] {
  const { frozen } = app.status.value
  const reset = () => app.api.control('POST', 'reset')
  const resetWorld = () => changeWorld(app, reset, 'The world was reset.')
  const search = document.querySelector<HTMLInputElement>('#main input[type=search]')
  return [
    ...Object.entries(views).map(
      ([view, title], n) => [`Go to ${title}`, open(view), String(n + 1)] as const,
    ),
    ['New event', open('records/events/new'), 'n'],
    ['Undo the last change', () => undo(app), 'u'],
    ['Reset world', () => confirm('Reset the world?') && resetWorld(), 'r'],
    control(app, frozen ? 'Start the clock' : 'Stop the clock', ['clock', { frozen: !frozen }]),
    ...steps.map(([advance, text]) => control(app, `Clock: ${text}`, ['clock', { advance }])),
    ...scenarios.map(({ name }) =>
      control(app, `Scenario: ${name}`, ['scenario', { scenario: name }]),
    ),
    control(app, 'Remove all faults', ['faults', { faults: [] }]),
    ...(search ? [['Search', () => search.focus(), '/'] as const] : []),
    ['All commands', () => (app.palette.value = ''), 'Ctrl K'],
    ['Keys', () => (app.palette.value = '?'), '?'],
  ]
}

/** Returns the commands for a time such as `tomorrow 9am` or `New Year’s Eve`, which counts from the clock of the world. */
function describeTime(app: App, text: string): readonly Command[] {
  const now = new Date(app.status.value.now)
  const year = now.getUTCFullYear()
  const phrase = text
    .replace(/^(go to|(set )?(the )?clock( to)?)\s+/i, '')
    .replace(/new year\S*( eve)?,?/i, `${year}-12-31`)
    .replace(/-12-31$/, '$& 23:59')
    .replace(/^(?!.*\d{4})(?:[a-z]{3,9} \d+|\d+ [a-z]{3,9})(?= |$)/i, `$& ${year}`)
  const date = /[^\d\s]/.test(phrase) ? parseDate(phrase, { now, zone: 'UTC' }) : undefined
  if (!date) return [] // nor a number, which would be UNIX seconds
  const iso = new Date(date.wall - (date.offset ?? 0)).toISOString()
  const title = timeFormat({ dateStyle: 'full', timeStyle: 'short' }).format(Date.parse(iso))
  const day = timeFormat({ dateStyle: 'full' }).format(Date.parse(iso))
  const commands = [
    [`Go to ${day}`, open(`calendar/${iso.slice(0, 10)}`)] as const,
    control(app, `Set the clock to ${title} UTC`, ['clock', { now: iso }]),
  ]
  return /\d:\d|\d ?[ap]m\b/i.test(phrase) ? commands.reverse() : commands
}

/** The words for the parts of a rule, and what they mean. The first pattern that matches counts. */
const faultWords: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  page: [
    [/\bpage[ =](\d+)\b/, '?page=$1'],
    [/\b(\d+)(st|nd|rd|th)? page\b/, '?page=$1'],
  ],
  share: [
    [/\b(\d+) (?:in|of|out of) (\d+)\b/, '$1/$2'],
    [/\b\d+(%|\/\d+|x)/, '$&'],
    [/\bonce\b/, '1x'],
  ],
  path: [
    [/\b(event|venue|organizer|tag)s?[ /](?![45]\d\d\b)(\d+)\b/, '/$1s/$2'],
    [/\b(event|venue|organizer|tag)s?\b/, '/$1s'],
    [/\bcategor(y|ies)\b/, '/categories'],
  ],
  method: [
    [/\b(creat|post)\w*/, 'POST'],
    [/\bdelet\w*/, 'DELETE'],
  ],
  kind: [
    [/\b[45]\d\d\b/, '$&'],
    [/\b(\d+) ?ms\b/, 'delay:$1'],
    [/\b(\d+) ?s(ec\w*)?\b/, 'delay:$1000'],
    ...faultNames.map(
      (name) => [namedFaults[name].words ?? new RegExp(`\\b${name}\\w*`), name] as const,
    ),
    [/\b(fail|error)\w*/, '503'],
  ],
}

/** The words that do not change a rule. A text with another word is not read as a fault: the rule would be wider than the text. */
const fillers =
  /\b(a|add|all|always|and|answer|every|fault|for|get|in|is|make|of|on|read|request|response|take|the|time|to|with)(e?s|ing)?\b/g

const numbers = [[], ['first', 'one'], ['second', 'two'], ['third', 'three'], ['four'], ['five']]

/** Returns the rule of faults that a text describes, or an empty text: `GET /events?page=3 503` for `page 3 of events fails`. */
export function readFaultWords(text: string): string {
  let rest = numbers.reduce(
    (rest, words, n) => words.reduce((rest, word) => rest.replace(word, String(n)), rest),
    text.toLowerCase(),
  )
  const take = (part: string): string => {
    for (const [pattern, meaning] of faultWords[part] ?? []) {
      const [match] = pattern.exec(rest) ?? []
      if (match === undefined) continue
      rest = rest.replace(match, ' ')
      return match.replace(pattern, meaning)
    }
    return ''
  }
  const [page, share] = [take('page'), take('share')]
  const path = take('path') || (page && '/events')
  const method = take('method') || (path && 'GET')
  const kind = take('kind')
  if (/[^\s/*]/.test(rest.replace(fillers, ''))) return ''
  return kind && [method, path + page || '*', kind, share].filter(Boolean).join(' ')
}
