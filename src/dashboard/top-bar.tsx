import { type App, themes, useApp } from './app.ts'
import { chooseLocale, nameLanguage } from './languages.ts'
import { Select } from './parts/select.tsx'
import { storeSetting } from './settings.ts'

/** The name of the page, the choice of records, the state of the world, and the settings of the page itself. */
export function TopBar() {
  const { theme } = useApp()
  return (
    <header class="top">
      <p class="brand">
        <Logo />
        calmock
      </p>
      <RecordPickers />
      <StatusChips />
      <span class="push" />
      <Select
        label="Theme"
        value={theme.value}
        options={themes.map((value) => ({ value, text: value[0]?.toUpperCase() + value.slice(1) }))}
        onChange={(value) => {
          theme.value = themes.find((name) => name === value) ?? 'system'
          storeSetting('theme', value)
        }}
      />
    </header>
  )
}

/** The sign of the mock: a page of a calendar. */
const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <path
      d="M8 13h16M8 10v14h16V10zM12 7v5M20 7v5"
      stroke="white"
      stroke-width="2.5"
      fill="none"
      stroke-linejoin="round"
      stroke-linecap="round"
    />
  </svg>
)

/** The choice of the site and of the language of its records. */
function RecordPickers() {
  const app = useApp()
  const { sites, site, language } = app
  const name = (value: string) => ({ value, text: nameLanguage(value) })
  return (
    <>
      <Select
        label="Site"
        hasLabel
        isCode
        value={site.value.language}
        options={sites.value.map(({ language, path }) => ({
          value: language,
          text: `/${path.split('/')[1] ?? ''}`,
        }))}
        onChange={(value) => chooseSite(app, value)}
      />
      <Select
        label="Record language"
        hasLabel
        value={language.value}
        options={site.value.languages.map(name)}
        onChange={(value) => {
          language.value = value
          storeSetting('language', value)
        }}
      />
    </>
  )
}

/** Chooses a site, whose language its records then have. */
function chooseSite({ siteLanguage, site, language, secondLanguage }: App, value: string): void {
  siteLanguage.value = value
  storeSetting('site', value)
  language.value = value
  storeSetting('language', value)
  const { languages } = site.value
  if (secondLanguage.value === value || !languages.includes(secondLanguage.value))
    secondLanguage.value = ''
}

/** The state of the world in short: its name, clock, scenario, faults and delay. Each leads to its control. */
function StatusChips() {
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
