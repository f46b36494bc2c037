import { useState } from 'preact/hooks'
import { runAction, saveJson, useApp } from '../app.ts'
import { openWorld, useAction } from '../load-world.ts'
import { Card, Form, TextField } from '../parts.tsx'

/** Creates worlds, and removes the chosen one. The header switches between them. */
export function WorldsCard() {
  const app = useApp()
  const { api } = app
  const world = api.world.value || 'default'
  const create = async (name: string): Promise<void> => {
    const created = await api.control<{ name: string }>('POST', 'worlds', name ? { name } : {})
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
      <WorldForm
        onCreate={(name) => runAction(app, () => create(name), 'The world was created.')}
      />
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
          onClick={() => act(() => api.control('POST', 'reset'), 'The world was reset.', 1)}
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
