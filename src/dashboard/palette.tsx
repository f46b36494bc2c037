import { useEffect, useId, useState } from 'preact/hooks'
import { type App, readSetting, useApp } from './app.ts'
import { type Command, listCommands } from './commands.ts'
import { Dialog } from './parts.tsx'

/** The palette of commands, which keys open. Single keys run commands without it. */
export function Palette() {
  const app = useApp()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => handleKey(app, event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [app])
  return app.palette.value === undefined ? null : <CommandList start={app.palette.value} />
}

/** Opens the palette, or runs the command of a single key, which fields and dialogs keep to themselves. */
function handleKey(app: App, event: KeyboardEvent): void {
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
  const [text, setText] = useState(start)
  const [active, setActive] = useState(0)
  const commands = listCommands(app, text, useScenarios(app))
  const choose = (run?: () => unknown): void => {
    app.palette.value = undefined
    if (run) setTimeout(run) // after the focus has returned
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step === 0) choose(commands[active]?.[1])
    else setActive((active + step + commands.length) % commands.length)
  }
  return (
    <Dialog title="Commands" onClose={() => choose()}>
      <input
        role="combobox"
        aria-expanded="true"
        {...{ 'aria-label': 'Command', 'aria-controls': id }}
        aria-activedescendant={commands[active] && `${id}-${active}`}
        {...{ autofocus: true, autocomplete: 'off', value: text, onKeyDown }}
        placeholder="saturday 8pm, page 3 of events fails, empty"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(0)
        }}
      />
      <CommandOptions {...{ id, commands, active, choose }} />
    </Dialog>
  )
}

/** Loads the names of the scenarios. Without access to the control routes there are none. */
function useScenarios({ api }: App): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const load = api.control<{ scenarios: { name: string }[] }>('GET', 'scenarios')
    load.then(({ scenarios }) => setNames(scenarios.map(({ name }) => name))).catch(() => undefined)
  }, [])
  return names
}

interface OptionsProps {
  readonly id: string
  readonly commands: readonly Command[]
  readonly active: number
  choose(run: () => unknown): void
}

const CommandOptions = ({ id, commands, active, choose }: OptionsProps) => (
  <div id={id} role="listbox" aria-label="Commands" class="commands">
    {commands.map(([title, run, key], n) => (
      <button
        key={title}
        id={`${id}-${n}`}
        type="button"
        role="option"
        aria-selected={n === active}
        tabIndex={-1}
        ref={(item) => void (n === active && item?.scrollIntoView({ block: 'nearest' }))}
        onClick={() => choose(run)}
      >
        {title} {key && <kbd>{key}</kbd>}
      </button>
    ))}
    {commands.length === 0 && (
      <p class="empty" role="status">
        No command matches.
      </p>
    )}
  </div>
)
