import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** The events of one save within this time are combined. */
const SAVE_MS = 50

/** Watches files, and calls `onChange` with the name of a file that changed. */
export class FileWatcher {
  readonly #onChange: (file: string) => void
  readonly #closers = new Map<string, () => void>()

  constructor(onChange: (file: string) => void) {
    this.#onChange = onChange
  }

  /** Sets the watched files. */
  watch(files: readonly string[]): void {
    for (const [file, close] of this.#closers) {
      if (files.includes(file)) continue
      close()
      this.#closers.delete(file)
    }
    for (const file of files) {
      if (!this.#closers.has(file))
        this.#closers.set(
          file,
          watchFile(file, () => this.#onChange(file)),
        )
    }
  }

  close(): void {
    this.watch([])
  }
}

/** Watches the folder of a file, since editors replace files instead of writing to them. */
function watchFile(file: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, SAVE_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
