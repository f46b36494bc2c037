import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'
import { chooseLocale } from '../words/ui-languages.ts'
import { ClockSliders } from './clock-sliders.tsx'

const steps = [
  ['PT1H', 'plusHour'],
  ['P1D', 'plusDay'],
  ['P1W', 'plusWeek'],
  ['P1M', 'plusMonth'],
] as const

/** Sets, moves, stops and starts the clock of the world. */
export function ClockCard() {
  const { api, t, status, uiLanguage } = useApp()
  const act = useAction()
  const { now, frozen } = status.value
  const set = (change: object): Promise<boolean> =>
    act(() => api.control('PUT', 'clock', change), t('clockChanged'))
  const time = new Intl.DateTimeFormat(chooseLocale(uiLanguage.value), {
    ...({ dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' } as const),
  })
  return (
    <Card title={t('clock')} about={t('clockAbout')}>
      <p class="big">{now !== '' && time.format(Date.parse(now))} UTC</p>
      <ClockSliders now={now} onChange={(iso) => set({ now: iso })} />
      <div class="row">
        {steps.map(([duration, key]) => (
          <button key={key} type="button" onClick={() => set({ advance: duration })}>
            {t(key)}
          </button>
        ))}
        <button type="button" onClick={() => set({ now: `${now.slice(0, 4)}-12-31T23:59:00Z` })}>
          {t('newYearsEve')}
        </button>
        <button type="button" aria-pressed={frozen} onClick={() => set({ frozen: !frozen })}>
          {t('frozen')}
        </button>
      </div>
      <ClockForm key={now.slice(0, 16)} now={now} onSet={(iso) => set({ now: iso })} />
    </Card>
  )
}

interface ClockFormProps {
  readonly now: string
  onSet(iso: string): void
}

function ClockForm({ now, onSet }: ClockFormProps) {
  const { t } = useApp()
  const [text, setText] = useState(now.slice(0, 16))
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(`${text}Z`)
      }}
    >
      <label class="field">
        <span class="label">{t('timeUtc')}</span>
        <input
          type="datetime-local"
          value={text}
          required
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit">{t('setClock')}</button>
    </form>
  )
}
