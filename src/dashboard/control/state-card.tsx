import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { saveJson } from '../save-json.ts'
import { useAction } from '../use-action.ts'

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
      about="A reset discards all edits. A snapshot is a file with the complete state of the world."
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
