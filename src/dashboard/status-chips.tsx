import { useApp } from './app.ts'
import { chooseLocale } from './languages.ts'

/** The state of the world in short: its name, clock, scenario, faults and delay. Each leads to its control. */
export function StatusChips() {
  const { api, status } = useApp()
  const { now, scenario, faults, delay } = status.value
  const time = new Intl.DateTimeFormat(chooseLocale('en'), {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
  } as const)
  return (
    <div class="group">
      <a class="chip" href="#control">
        {`World: ${api.world.value || 'default'}`}
      </a>
      {now !== '' && (
        <a class="chip" href="#control">
          {time.format(Date.parse(now))} UTC
        </a>
      )}
      {scenario !== '' && (
        <a class="chip" href="#control">
          {scenario}
        </a>
      )}
      {faults.length > 0 && (
        <a class="chip warn" href="#control">
          {`Faults: ${faults.length}`}
        </a>
      )}
      {delay !== '0' && (
        <a class="chip warn" href="#control">
          {`Delay: ${delay.replace('-', '–')} ms`}
        </a>
      )}
    </div>
  )
}
