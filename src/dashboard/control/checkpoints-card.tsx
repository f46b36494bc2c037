import { useEffect, useState } from 'preact/hooks'
import { copyText, runAction, useApp } from '../app.ts'
import { useAction } from '../load-world.ts'
import { timeFormat } from '../locale.ts'
import { Card, Form, TextField } from '../parts.tsx'
import { createStateLink } from './state-link.ts'

/** Saves, restores and removes checkpoints of the world, and copies a link with its state. */
export function CheckpointsCard() {
  const { api, revision } = useApp()
  const act = useAction()
  const [list, setList] = useState<readonly { name: string; saved: string }[]>([])
  useEffect(() => {
    const loaded = api.control<{ checkpoints: typeof list }>('GET', 'checkpoints')
    loaded.then(({ checkpoints }) => setList(checkpoints)).catch(() => undefined) // the page tells
  }, [api.world.value, revision.value])
  const call = (method: string, name: string, done: string, undo = 0): Promise<boolean> => {
    const route = `checkpoints/${encodeURIComponent(name)}`
    return act(() => api.control(method, route), `Checkpoint ${name} was ${done}.`, undo)
  }
  const time = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Card
      title="Checkpoints"
      about="Saved states of this world, at most 20. A reset keeps them. A link contains the state of the world, and opens it in a new one."
    >
      <ul class="rules" aria-label="Checkpoints">
        {list.map(({ name, saved }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span class="muted">{time.format(Date.parse(saved))} UTC</span>
            <Action text="Restore" {...{ name }} run={() => call('POST', name, 'restored', 1)} />
            <Action text="Remove" {...{ name }} run={() => call('DELETE', name, 'removed')} />
          </li>
        ))}
      </ul>
      <SaveForm onSave={(name) => call('PUT', name, 'saved')} />
    </Card>
  )
}

function Action({ text, name, run }: { text: string; name: string; run(): unknown }) {
  return (
    <button type="button" class="plain" aria-label={`${text} checkpoint ${name}`} onClick={run}>
      {text}
    </button>
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
