/** Makes the browser save a value as a file in JSON. */
export function saveJson(name: string, value: unknown): void {
  const file = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000) // after the browser has begun to read it
}
