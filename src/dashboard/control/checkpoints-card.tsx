import { useState } from 'preact/hooks'
import { copyText, runAction, useApp } from '../app.ts'
import { useAction, useList } from '../load-world.ts'
import { timeFormat } from '../locale.ts'
import { Card, Form, TextField } from '../parts.tsx'
import { createStateLink } from './state-link.ts'

/** The actions on a checkpoint: their buttons, methods and results. */
const actions = [
  ['Restore', 'POST', 'restored'],
  ['Remove', 'DELETE', 'removed'],
] as const

/** Saves, restores and removes checkpoints of the world, and copies a link with its state. */
export function CheckpointsCard() {
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
      <ul class="rules" aria-label="Checkpoints">
        {list.map(({ name, saved }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span class="muted">{time.format(Date.parse(saved))} UTC</span>
            {actions.map(([text, method, done]) => (
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
