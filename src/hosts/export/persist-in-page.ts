import type { MockState } from '../../create-mock.ts'
import type { Now } from '../../options/clock.ts'
import { type Journal, JournalError, persistMock } from '../../world/persist.ts'

/**
 * Restores the changes of a mock from `localStorage`, saves the later ones there, and takes over the changes of other tabs.
 * Saved changes that do not fit the mock, such as the changes of another export at this address, are removed with a
 * warning.
 */
export async function persistInPage(
  mock: MockState,
  { name, now }: { readonly name: string; readonly now?: Now | undefined },
): Promise<void> {
  const options = { mock, journal: createPageJournal(name), name: 'localStorage', now }
  const persisted = await persistMock(options).catch((error: unknown) => {
    if (!(error instanceof JournalError)) throw error
    warn(`the saved changes are removed: the state ${error.message}`)
    localStorage.removeItem(name)
    return persistMock(options)
  })
  Object.assign(mock, { handle: persisted.handle })
  addEventListener('pagehide', () => persisted.save()) // changes by code, such as `reset()`
  addEventListener('storage', ({ key }) => {
    if (key !== name) return
    // another tab has written
    persisted
      .reload()
      .catch(({ message }) => warn(`the other tab is not followed: its state ${message}`))
  })
}

const warn = (text: string): void => console.warn(`[calmock] ${text}`)

/** A journal in one item of `localStorage`, with a value in each line. */
function createPageJournal(name: string): Journal {
  const readText = (): string => localStorage.getItem(name) ?? ''
  const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`
  return {
    get size() {
      return readText().length
    },
    *read() {
      for (const line of readText().split('\n').slice(0, -1)) {
        try {
          yield JSON.parse(line)
        } catch {
          throw new JournalError('content', `has a line that is not JSON: ${line.slice(0, 50)}`)
        }
      }
    },
    append(value) {
      localStorage.setItem(name, readText() + toLine(value))
    },
    replace(values) {
      localStorage.setItem(name, Array.from(values, toLine).join(''))
    },
  }
}
