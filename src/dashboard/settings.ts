const PREFIX = 'calmock.'

/** Returns a setting that the browser has stored, or an empty string. */
export function readSetting(name: string): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? ''
  } catch {
    return '' // the browser blocks storage
  }
}

/** Stores a setting in the browser. An empty one is removed. */
export function storeSetting(name: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // the browser blocks storage: the setting lasts as long as the page
  }
}
