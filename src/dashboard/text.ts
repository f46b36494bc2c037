/** Returns text without markup: the service sends HTML and character references in texts. */
export function toPlainText(markup: string): string {
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  return body.textContent.trim()
}
