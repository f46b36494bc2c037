import { useState } from 'preact/hooks'
import { copyText, runAction, saveJson, useApp } from '../app.ts'
import { openWorld, useAction } from '../load-world.ts'
import { Card, Form, TextField } from '../parts.tsx'

/** Creates worlds, and removes the chosen one. The header switches between them. */
export function WorldsCard() {
  const app = useApp()
  const { api } = app
  const [name, setName] = useState('')
  const world = api.world.value || 'default'
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
      <WorldAddress />
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

/** The address of the world, with a button that copies it. */
function WorldAddress() {
  const app = useApp()
  const address = app.api.url('')
  return (
    <div class="row between">
      <code dir="ltr">{address}</code>
      <button type="button" onClick={() => copyText(app, address, address)}>
        Copy address
      </button>
    </div>
  )
}

/** Resets the world, and saves and restores its snapshot. */
export function StateCard() {
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
      <SnapshotInput onChoose={(file) => act(() => restore(file), 'The snapshot was restored.')} />
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
