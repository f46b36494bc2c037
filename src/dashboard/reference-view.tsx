import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type App, useApp } from './app.ts'
import { nameLanguage } from './locale.ts'
import { Select } from './parts.tsx'

/** The API reference of the chosen site, or of the control routes. Its requests run in the chosen world. */
export function ReferenceView() {
  const app = useApp()
  const { site, api } = app
  const choice = useSignal('site')
  const { path } = site.value
  const address =
    choice.value === 'site'
      ? { document: `${path}/doc`, server: path }
      : { document: '/__calmock/openapi', server: '/__calmock' }
  const language = nameLanguage(site.value.language)
  return (
    <>
      <div class="toolbar">
        <Select
          label="API"
          value={choice.value}
          options={[
            ['site', `Events, ${language}`],
            ['control', 'Control routes'],
          ]}
          onChange={(value) => (choice.value = value)}
        />
        <a href={api.url(address.document)}>OpenAPI document</a>
      </div>
      {path !== '' && <Reference key={api.url(address.document)} {...address} />}
    </>
  )
}

interface ReferenceProps {
  /** The path of the OpenAPI document, below the world. */
  readonly document: string
  /** The path of the routes, below the world. */
  readonly server: string
}

function Reference({ document, server }: ReferenceProps) {
  const app = useApp()
  const { theme, api } = app
  const box = useRef<HTMLDivElement>(null)
  const state = useSignal<'loading' | 'shown' | 'missing'>('loading')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    showReference(app, { document, server, signal, parent: box.current }).then(
      () => (state.value = 'shown'),
      () => {
        if (!signal.aborted) state.value = 'missing'
      },
    )
    return () => controller.abort()
  }, [app, document, server, theme.value, api.actor.value])
  return (
    <>
      {state.value === 'loading' && <p class="empty">Loading…</p>}
      {state.value === 'missing' && (
        <p class="empty">
          This host does not provide the API reference. The OpenAPI document describes the same API.
        </p>
      )}
      <div ref={box} class="reference card" />
    </>
  )
}

/** Loads the library and shows a document. */
async function showReference(
  { api }: App,
  place: ReferenceProps & { readonly parent: HTMLElement | null; readonly signal: AbortSignal },
): Promise<void> {
  const { document: path, server, parent, signal } = place
  const isExport = document.documentElement.dataset.start !== undefined
  const library = isExport ? 'reference.js' : `${api.root}/__calmock/reference.js`
  const [description] = await Promise.all([
    api.json<object>({ method: 'GET', path, signal }),
    loadLibrary(library),
  ])
  signal.throwIfAborted()
  const element = document.createElement(elementName) as ReferenceElement // defined by the library
  const attributes = {
    'server-url': api.actorUrl(server),
    collapse: 'true',
    'hide-server-selection': 'true',
    'use-path-in-nav-bar': 'true',
    ...readColors(),
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.dir = 'ltr' // its styles have no other direction: they would cut off the start of Arabic entries
  parent?.replaceChildren(element)
  await element.loadSpec(prepareDocument(description))
  const token = api.token.value
  if (token !== '' && asksForToken(description))
    await element.setAuthenticationConfiguration('token', { token })
}

/** Returns the colors of the page as attributes of the library. */
function readColors(): Readonly<Record<string, string>> {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    'bg-color': color('card'),
    'header-bg-color': color('card'),
    'text-color': color('ink'),
    'header-color': color('ink'),
    'primary-color': color('accent'),
    'secondary-color': color('accent'),
    'nav-bg-color': color('back'),
    'nav-text-color': color('ink'),
    'nav-hover-bg-color': color('tint'),
    'nav-hover-text-color': color('ink'),
  }
}

const elementName = 'openapi-explorer'

interface ReferenceElement extends HTMLElement {
  loadSpec(document: unknown): Promise<void>
  setAuthenticationConfiguration(scheme: string, values: { readonly token: string }): Promise<void>
}

/** Loads the library of the API reference, once. Rejects if the host does not have it. */
async function loadLibrary(url: string): Promise<void> {
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

/** Returns whether a document asks for the token of the mock, as the document of the control routes does. */
const asksForToken = (document: object): boolean => {
  const { components } = document as { readonly components?: { readonly securitySchemes?: object } } // the member is part of OpenAPI
  return 'token' in (components?.securitySchemes ?? {})
}

/**
 * Returns an OpenAPI document in the form that the library shows: `anyOf` in place of each `type: [a, b]`, and
 * isolated Arabic texts. Examples stay as they are.
 */
export function prepareDocument(value: unknown, key = ''): unknown {
  if (/^examples?$/.test(key)) return value
  if (typeof value === 'string')
    return /^(title|summary|description)$/.test(key) ? isolateArabic(value) : value
  if (Array.isArray(value)) return value.map((part) => prepareDocument(part))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, prepareDocument(part, name)])
  const { type, ...others }: Record<string, unknown> = Object.fromEntries(entries)
  return Array.isArray(type) && type.every((name) => typeof name === 'string')
    ? { ...others, anyOf: type.map((name) => ({ type: name })) }
    : Object.fromEntries(entries)
}

/** Marks an Arabic text as right to left, so that its punctuation stays in place on a page from left to right. */
const isolateArabic = (text: string): string =>
  /\p{Script=Arabic}/u.test(text) ? `\u2067${text}\u2069` : text
