import { themes, useApp } from './app.ts'
import { Logo } from './parts/logo.tsx'
import { Select } from './parts/select.tsx'
import { RecordPickers } from './record-pickers.tsx'
import { storeSetting } from './settings.ts'
import { StatusChips } from './status-chips.tsx'
import { chooseUiLanguage, uiLanguages } from './words/ui-languages.ts'

const themeKeys = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

/** The name of the page, the choice of records, the state of the world, and the settings of the page itself. */
export function TopBar() {
  const { t, uiLanguage, theme } = useApp()
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
        label={t('uiLanguage')}
        value={uiLanguage.value}
        options={Object.entries(uiLanguages).map(([value, text]) => ({ value, text }))}
        onChange={(value) => {
          uiLanguage.value = chooseUiLanguage([value])
          storeSetting('ui', value)
        }}
      />
      <Select
        label={t('theme')}
        value={theme.value}
        options={themes.map((value) => ({ value, text: t(themeKeys[value]) }))}
        onChange={(value) => {
          theme.value = themes.find((name) => name === value) ?? 'system'
          storeSetting('theme', value)
        }}
      />
    </header>
  )
}
