import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { saveJson } from '../save-json.ts'
import { useAction } from '../use-action.ts'

/** Resets the world, and saves and restores its snapshot. */
export function StateCard() {
  const { api, t } = useApp()
  const act = useAction()
  const restore = (file: File): Promise<boolean> =>
    act(
      async () => api.control('PUT', 'world', JSON.parse(await file.text())),
      t('snapshotRestored'),
    )
  return (
    <Card title={t('state')} about={t('stateAbout')}>
      <div class="row">
        <button
          type="button"
          onClick={() => act(() => api.control('POST', 'reset'), t('resetDone'))}
        >
          {t('reset')}
        </button>
        <button
          type="button"
          onClick={() =>
            act(async () => {
              const name = `calmock-${api.world.value || 'default'}.json`
              saveJson(name, await api.control('GET', 'world'))
            }, t('snapshotSaved'))
          }
        >
          {t('saveSnapshot')}
        </button>
      </div>
      <SnapshotInput onChoose={restore} />
    </Card>
  )
}

function SnapshotInput({ onChoose }: { onChoose(file: File): void }) {
  const { t } = useApp()
  return (
    <label class="field wide">
      <span class="label">{t('restoreSnapshot')}</span>
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
