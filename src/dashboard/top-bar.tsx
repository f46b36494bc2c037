import { themes, useApp } from './app.ts'
import { Logo } from './parts/logo.tsx'
import { Select } from './parts/select.tsx'
import { RecordPickers } from './record-pickers.tsx'
import { storeSetting } from './settings.ts'
import { StatusChips } from './status-chips.tsx'

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
