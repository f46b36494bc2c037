import { useEffect, useState } from 'preact/hooks'
import { runAction, saveJson, useApp } from '../app.ts'
import { listWorlds, openWorld, useAction } from '../load-world.ts'
import { Card, Form, TextField } from '../parts.tsx'

/** Lists the worlds, switches to one, creates and deletes them. */
export function WorldsCard() {
  const app = useApp()
  const { api } = app
  const [names, setNames] = useState<readonly string[]>([])
  const load = async (): Promise<void> => setNames(await listWorlds(app))
  useEffect(() => void runAction(app, load), [api.world.value])
  const open = async (world: string): Promise<void> => {
    await openWorld(app, world)
    await load()
  }
  const create = async (name: string): Promise<void> => {
    const created = await api.control<{ name: string }>('POST', 'worlds', name ? { name } : {})
    await open(created.name)
  }
  const remove = async (world: string): Promise<void> => {
    if (api.world.value === world) await open('default')
    await api.control('DELETE', `worlds/${world}`)
    await load()
  }
  return (
    <Card
      title="Worlds"
      about="Each world has its own records, clock, faults and requests, so that tests can run in parallel."
    >
      <WorldList
        names={names}
        onOpen={(world) => runAction(app, () => open(world), `You are now in world ${world}.`)}
        onRemove={(world) => runAction(app, () => remove(world), `World ${world} was removed.`)}
      />
      <WorldForm
        onCreate={(name) => runAction(app, () => create(name), 'The world was created.')}
      />
    </Card>
  )
}

interface WorldListProps {
  readonly names: readonly string[]
  onOpen(world: string): void
  onRemove(world: string): void
}

function WorldList({ names, onOpen, onRemove }: WorldListProps) {
  const { api } = useApp()
  const current = api.world.value || 'default'
  return (
    <ul class="rules" aria-label="Worlds">
      {names.map((world) => (
        <li key={world} aria-current={world === current ? 'true' : undefined}>
          <code dir="ltr">{world}</code>
          {world === current ? (
            <span class="chip">Current</span>
          ) : (
            <button
              type="button"
              class="plain"
              aria-label={`Switch to world ${world}`}
              onClick={() => onOpen(world)}
            >
              Switch
            </button>
          )}
          {world !== 'default' && (
            <button
              type="button"
              class="plain"
              aria-label={`Remove world ${world}`}
              onClick={() => onRemove(world)}
            >
              Remove
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function WorldForm({ onCreate }: { onCreate(name: string): void }) {
  const [name, setName] = useState('')
  return (
    <Form
      class="row"
      onSubmit={() => {
        onCreate(name.trim())
        setName('')
      }}
    >
      <TextField label="Name (optional)" value={name} isCode onInput={setName} />
      <button type="submit">Create world</button>
    </Form>
  )
}

/** Resets the world, and saves and restores its snapshot. */
export function StateCard() {
  const { api } = useApp()
  const act = useAction()
  const restore = (file: File): Promise<boolean> =>
    act(
      async () => api.control('PUT', 'world', JSON.parse(await file.text())),
      'The snapshot was restored.',
    )
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
        <button
          type="button"
          onClick={() =>
            act(async () => {
              const name = `calmock-${api.world.value || 'default'}.json`
              saveJson(name, await api.control('GET', 'world'))
            }, 'The snapshot was saved.')
          }
        >
          Save snapshot
        </button>
      </div>
      <SnapshotInput onChoose={restore} />
    </Card>
  )
}

function SnapshotInput({ onChoose }: { onChoose(file: File): void }) {
  return (
    <label class="field wide">
      <span class="label">Restore snapshot</span>
      <input
        type="file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
