import { useState } from 'preact/hooks'
import { runAction, useApp } from './app.ts'
import { refresh } from './load-status.ts'
import { TextField } from './parts/text-field.tsx'
import { storeSetting } from './settings.ts'

/** Asks for the token of the control routes, where they require one. */
export function TokenForm() {
  const app = useApp()
  const { api, access } = app
  const [token, setToken] = useState('')
  if (access.value !== 'token') return null
  return (
    <form
      class="card row"
      onSubmit={(event) => {
        event.preventDefault()
        api.token.value = token.trim()
        storeSetting('token', api.token.value)
        runAction(app, () => refresh(app))
      }}
    >
      <p>To control this mock, enter its token.</p>
      <TextField label="Token" type="password" value={token} isCode onInput={setToken} />
      <button type="submit" class="primary">
        Apply
      </button>
    </form>
  )
}
