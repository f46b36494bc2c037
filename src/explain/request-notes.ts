import type { Note } from '../contract/note.ts'

/** The maximum of notes about one request, so that they fit into a header. */
const MAX_NOTES = 12

/** The notes about one request. A note about the same code and parameter is added once, since a request can be handled again. */
export class RequestNotes {
  readonly #notes = new Map<string, Note>()

  add = (note: Note): void => {
    const key = `${note.code} ${note.parameter ?? ''}`
    if (this.#notes.size < MAX_NOTES && !this.#notes.has(key)) this.#notes.set(key, note)
  }

  /** All notes, the warnings first. */
  get all(): readonly Note[] {
    const notes = [...this.#notes.values()]
    return [...notes.filter(isWarning), ...notes.filter((note) => !isWarning(note))]
  }

  get warnings(): readonly Note[] {
    return [...this.#notes.values()].filter(isWarning)
  }
}

const isWarning = ({ level }: Note): boolean => level === 'warning'
