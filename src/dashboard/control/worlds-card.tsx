import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from '../app.ts'
import { loadSites, refresh } from '../load-status.ts'
import { Card } from '../parts/card.tsx'
import { TextField } from '../parts/text-field.tsx'

/** Lists the worlds, switches to one, creates and deletes them. */
export function WorldsCard() {
  const app = useApp()
  const { api, t } = app
  const [names, setNames] = useState<readonly string[]>([])
  const load = async (): Promise<void> => {
    const { worlds } = await api.control<{ worlds: { name: string }[] }>('GET', 'worlds')
    setNames(worlds.map((world) => world.name))
  }
  useEffect(() => void runAction(app, load), [api.world.value])
  const open = async (world: string): Promise<void> => {
    api.world.value = world
    await loadSites(app)
    await refresh(app)
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
    <Card title={t('worlds')} about={t('worldsAbout')}>
      <WorldList
        names={names}
        onOpen={(world) => runAction(app, () => open(world), t('worldOpened', { world }))}
        onRemove={(world) => runAction(app, () => remove(world), t('worldRemoved', { world }))}
      />
      <WorldForm onCreate={(name) => runAction(app, () => create(name), t('worldCreated'))} />
    </Card>
  )
}

interface WorldListProps {
  readonly names: readonly string[]
  onOpen(world: string): void
  onRemove(world: string): void
}

function WorldList({ names, onOpen, onRemove }: WorldListProps) {
  const { api, t } = useApp()
  const current = api.world.value || 'default'
  return (
    <ul class="rules" aria-label={t('worlds')}>
      {names.map((world) => (
        <li key={world} aria-current={world === current ? 'true' : undefined}>
          <code dir="ltr">{world}</code>
          {world === current ? (
            <span class="chip">{t('openWorld')}</span>
          ) : (
            <button
              type="button"
              class="plain"
              aria-label={t('switchTo', { world })}
              onClick={() => onOpen(world)}
            >
              {t('switchWorld')}
            </button>
          )}
          {world !== 'default' && (
            <button
              type="button"
              class="plain"
              aria-label={t('removeWorld', { world })}
              onClick={() => onRemove(world)}
            >
              {t('remove')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function WorldForm({ onCreate }: { onCreate(name: string): void }) {
  const { t } = useApp()
  const [name, setName] = useState('')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onCreate(name.trim())
        setName('')
      }}
    >
      <TextField label={t('worldName')} value={name} isCode onInput={setName} />
      <button type="submit">{t('createWorld')}</button>
    </form>
  )
}
