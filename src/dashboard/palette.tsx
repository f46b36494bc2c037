import { useId, useState } from 'preact/hooks'
import { type App, readSetting, useApp } from './app.ts'
import { listCommands } from './commands.ts'
import { useList } from './load-world.ts'
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

/** A field for a command, and the list of the ones that match. Arrow keys and Enter choose one. */
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
        {...{ 'aria-label': 'Command', autofocus: true, value: text, onKeyDown }}
        placeholder="saturday 8pm, page 3 of events fails, empty"
        onInput={({ currentTarget: { value } }) => show({ text: value, active: 0 })}
      />
      <Options
        {...{ id, active, class: 'commands', label: 'Commands', options: commands }}
        empty="No command matches."
        format={([title, , key]) => [`${title} `, key && <kbd key="key">{key}</kbd>]}
        onChoose={([, run]) => choose(run)}
      />
    </Dialog>
  )
}
