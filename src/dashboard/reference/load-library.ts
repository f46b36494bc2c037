/** The name of the element that the library defines. */
export const elementName = 'openapi-explorer'

/** The element of the library. */
export interface ReferenceElement extends HTMLElement {
  loadSpec(document: object): Promise<void>
  setAuthenticationConfiguration(scheme: string, values: { readonly token: string }): Promise<void>
}

/** Loads the library of the API reference, once. Rejects if the host does not have it. */
export async function loadLibrary(url: string): Promise<void> {
  if (customElements.get(elementName)) return
  // the library looks for its own script element, which `import()` does not create
  const script = document.createElement('script')
  script.type = 'module'
  script.src = url
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
  await customElements.whenDefined(elementName)
}
