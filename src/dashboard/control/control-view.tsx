import { useState } from 'preact/hooks'
import { copyText, runAction, useApp } from '../app.ts'
import { openWorld, useAction, useList } from '../load-world.ts'
import { timeFormat } from '../locale.ts'
import { Card, Form, NextStep, TextField, useDraft } from '../parts.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { createStateLink } from './state-link.ts'

export function ControlView() {
  const { access } = useApp()
  if (access.value !== 'open')
    return (
      <Card title="Control">
        <p>
          {access.value === 'token'
            ? 'To control this mock, enter its token.'
            : 'The controls are closed to other computers. To open them, start the mock with the option token.'}
        </p>
      </Card>
    )
  return (
    <div class="cards">
      <div class="stack">
        <ClockCard />
        <DelayCard />
        <WorldsCard />
        <StateCard />
      </div>
      <div class="stack">
        <FaultsCard />
        <ScenarioCard />
        <CheckpointsCard />
      </div>
    </div>
  )
}

const presets = ['0', '200', '400-2000', '3000'] as const

function DelayCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { delay } = status.value
  const [from = '0', to = from] = delay.split('-')
  const [min, setMin] = useDraft(from)
  const [max, setMax] = useDraft(to)
  const bound = { type: 'number', required: true, max: 300_000 } as const
  const set = (text: string): Promise<boolean> =>
    act(
      () => api.control('PUT', 'delay', { delay: text }),
      text === '0' ? 'Responses are sent without delay.' : `Delay: ${text.replace('-', '–')} ms`,
      'delay',
    )
  return (
    <Card
      title="Delay"
      about="How long the mock waits before each response. In a range, the time is random but the same in every run."
    >
      <div class="row">
        {presets.map((text) => (
          <button key={text} type="button" aria-pressed={delay === text} onClick={() => set(text)}>
            {text === '0' ? 'None' : `${text.replace('-', '–')} ms`}
          </button>
        ))}
      </div>
      <Form class="row" onSubmit={() => set(joinRange(Number(min), Number(max)))}>
        <TextField {...bound} label="From (ms)" value={min} onInput={setMin} />
        <TextField {...bound} label="To (ms)" value={max} onInput={setMax} />
        <button type="submit">Apply</button>
      </Form>
    </Card>
  )
}

/** Returns a delay, whichever bound is the smaller. */
const joinRange = (one: number, other: number): string =>
  one === other ? `${one}` : `${Math.min(one, other)}-${Math.max(one, other)}`

/** Applies a scenario when it is chosen, alone or with the others that are chosen. */
function ScenarioCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { scenario } = status.value
  const [isCombining, combine] = useDraft(scenario.includes('+'))
  const chosen = scenario.split('+').filter(Boolean)
  const choose = (name: string): void => {
    const others = chosen.filter((other) => other !== name)
    const isAdded = others.length === chosen.length
    const next = isCombining ? [...others, ...(isAdded ? [name] : [])].join('+') : name
    if (next === '') return
    const set = () => api.control('PUT', 'scenario', { scenario: next })
    void act(set, `The scenario is now ${next}.`)
  }
  const list = useList<{ name: string; about: string }>('scenarios')
  return (
    <Card
      title="Scenario"
      about="The records of this world. Changing the scenario discards your edits. Scenarios can be combined; where they disagree, the last one counts."
    >
      <label class="switch">
        <input
          type="checkbox"
          checked={isCombining}
          onChange={({ currentTarget }) => combine(currentTarget.checked)}
        />
        Combine scenarios
      </label>
      <fieldset class="choices">
        <legend class="visually-hidden">Scenario</legend>
        {list.map(({ name, about }) => (
          <button
            key={name}
            type="button"
            class="plain choice"
            aria-pressed={chosen.includes(name)}
            onClick={() => choose(name)}
          >
            <span>
              <strong>{name}</strong> <span class="muted">{about}</span>
            </span>
          </button>
        ))}
      </fieldset>
      <code>{scenario}</code>
    </Card>
  )
}

/** Creates worlds, and removes the chosen world. The header switches between them. */
function WorldsCard() {
  const app = useApp()
  const { api } = app
  const [name, setName] = useState('')
  const world = api.world.value || 'default'
  const address = api.url('')
  const create = async (): Promise<void> => {
    const body = name.trim() === '' ? {} : { name: name.trim() }
    const created = await api.control<{ name: string }>('POST', 'worlds', body)
    setName('')
    await openWorld(app, created.name)
  }
  const remove = async (): Promise<void> => {
    await openWorld(app, 'default')
    await api.control('DELETE', `worlds/${world}`)
  }
  return (
    <Card
      title="Worlds"
      about="Each world has its own records, clock, faults and requests, so that tests can run in parallel. The header switches between them."
    >
      <div class="row between">
        <code dir="ltr">{address}</code>
        <button type="button" onClick={() => copyText(app, address, address)}>
          Copy address
        </button>
      </div>
      <Form class="row" onSubmit={() => runAction(app, create, 'The world was created.')}>
        <TextField label="Name (optional)" value={name} isCode onInput={setName} />
        <button type="submit">Create world</button>
      </Form>
      {world !== 'default' && (
        <button
          type="button"
          class="danger"
          onClick={() => runAction(app, remove, `World ${world} was removed.`)}
        >
          Remove world {world}
        </button>
      )}
    </Card>
  )
}

function saveJson(name: string, value: unknown): void {
  const file = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000) // after the browser has begun to read it
}

function StateCard() {
  const { api } = useApp()
  const act = useAction()
  const restore = async (file: File): Promise<unknown> =>
    api.control('PUT', 'world', JSON.parse(await file.text()))
  const save = async (): Promise<void> => {
    const name = `calmock-${api.world.value || 'default'}.json`
    saveJson(name, await api.control('GET', 'world'))
  }
  return (
    <Card
      title="State"
      about="A reset discards all edits, settings and logged requests, and resets the clock. A snapshot is a file with the complete state of the world."
    >
      <div class="row">
        <button
          type="button"
          onClick={() => act(() => api.control('POST', 'reset'), 'The world was reset.')}
        >
          Reset world
        </button>
        <button type="button" onClick={() => act(save, 'The snapshot was saved.')}>
          Save snapshot
        </button>
      </div>
      <label class="field wide">
        <span class="label">Restore snapshot</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) act(() => restore(file), 'The snapshot was restored.')
            currentTarget.value = ''
          }}
        />
      </label>
    </Card>
  )
}

/** The actions on a checkpoint: their buttons, methods and results. */
const checkpointActions = [
  ['Restore', 'POST', 'restored'],
  ['Remove', 'DELETE', 'removed'],
] as const

/** Saves, restores and removes checkpoints of the world, and copies a link with its state. */
function CheckpointsCard() {
  const { api } = useApp()
  const act = useAction()
  const list = useList<{ readonly name: string; readonly saved: string }>('checkpoints')
  const call = (method: string, name: string, done: string): Promise<boolean> => {
    const send = () => api.control(method, `checkpoints/${encodeURIComponent(name)}`)
    return act(send, `Checkpoint ${name} was ${done}.`)
  }
  const time = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Card
      title="Checkpoints"
      about="Saved states of this world, at most 20. A reset keeps them. A link contains the state of the world, and opens it in a new one."
    >
      {list.length === 0 && (
        <p class="muted">
          No checkpoints. Save one here, or:{' '}
          <NextStep path="/__calmock/checkpoints/start" body={{}} />
        </p>
      )}
      <ul class="rules" aria-label="Checkpoints">
        {list.map(({ name, saved }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span class="muted">{time.format(Date.parse(saved))} UTC</span>
            {checkpointActions.map(([text, method, done]) => (
              <button
                key={text}
                type="button"
                class="plain"
                aria-label={`${text} checkpoint ${name}`}
                onClick={() => call(method, name, done)}
              >
                {text}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <SaveForm onSave={(name) => call('PUT', name, 'saved')} />
    </Card>
  )
}

function SaveForm({ onSave }: { onSave(name: string): Promise<boolean> }) {
  const app = useApp()
  const [name, setName] = useState('')
  const [link, setLink] = useState('')
  const copyLink = async (): Promise<void> => {
    let made = ''
    const create = async (): Promise<void> => {
      made = await createStateLink(location.href, await app.api.control('GET', 'world'))
    }
    if (await runAction(app, create)) await copyText(app, made, 'link')
    setLink(made)
  }
  const save = async (): Promise<void> => {
    if (await onSave(name.trim())) setName('')
  }
  return (
    <>
      <Form class="row" onSubmit={save}>
        <TextField label="Name" value={name} required onInput={setName} />
        <button type="submit">Save checkpoint</button>
        <button type="button" onClick={copyLink}>
          Copy link
        </button>
      </Form>
      {link && <textarea class="code" dir="ltr" aria-label="Link" readOnly value={link} />}
    </>
  )
}
