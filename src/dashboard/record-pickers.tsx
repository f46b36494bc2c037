import { type App, useApp } from './app.ts'
import { nameLanguage } from './languages.ts'
import { Select } from './parts/select.tsx'
import { storeSetting } from './settings.ts'

/** The choice of the site and of the language of its records. */
export function RecordPickers() {
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
  if (!site.value.languages.includes(secondLanguage.value)) secondLanguage.value = ''
}
