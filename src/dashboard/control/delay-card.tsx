import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'

const presets = ['0', '200', '400-2000', '3000'] as const

/** Sets the time before responses. */
export function DelayCard() {
  const { api, t, status } = useApp()
  const act = useAction()
  const { delay } = status.value
  const set = (text: string): Promise<boolean> =>
    act(
      () => api.control('PUT', 'delay', { delay: text }),
      text === '0' ? t('delayOff') : t('delayOf', { delay: text.replace('-', '–') }),
    )
  return (
    <Card title={t('delay')} about={t('delayAbout')}>
      <div class="row">
        {presets.map((text) => (
          <button key={text} type="button" aria-pressed={delay === text} onClick={() => set(text)}>
            {text === '0' ? t('none') : t('milliseconds', { count: text.replace('-', '–') })}
          </button>
        ))}
      </div>
      <DelayForm key={delay} delay={delay} onSet={set} />
    </Card>
  )
}

interface DelayFormProps {
  readonly delay: string
  onSet(delay: string): void
}

function DelayForm({ delay, onSet }: DelayFormProps) {
  const { t } = useApp()
  const [from = '0', to = from] = delay.split('-')
  const [min, setMin] = useState(from)
  const [max, setMax] = useState(to)
  const bounds = [
    ['delayMin', min, setMin],
    ['delayMax', max, setMax],
  ] as const
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(Number(max) > Number(min) ? `${min}-${max}` : min)
      }}
    >
      {bounds.map(([key, value, set]) => (
        <label key={key} class="field narrow">
          <span class="label">{t(key)}</span>
          <input
            {...{ type: 'number', min: 0, max: 300_000, required: true, value }}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        </label>
      ))}
      <button type="submit">{t('apply')}</button>
    </form>
  )
}
