import type { ReadStream } from 'node:tty'
import { terminalControls } from '../contract/format-message.ts'
import { OptionError } from '../contract/option-error.ts'

/** The parts of the process that a command uses. */
export interface Io {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  /** The folder of the build, with the files that `calmock export` writes. */
  readonly dist: URL
  /** Resolves at Ctrl-C or SIGTERM. Until it is called, they end the process at once. */
  untilStopped(): Promise<void>
  /** Lets Ctrl-C and SIGTERM end the process at once until the event loop runs again: nothing else could react to them. */
  beforeComputing(): void
  /** The keyboard. Undefined unless a person sees messages and can press keys. */
  readonly stdin?: ReadStream | undefined
  /** Waits between requests to another service. Default: a timer. */
  pause?(ms: number): Promise<void>
}

/** Wrong usage. The program prints its message as one line and ends with exit code 2. */
export class UsageError extends Error {}

/** An expected failure, such as a port in use. The program prints its message as one line and ends with exit code 1. */
export class Failure extends Error {}

/** Another service that does not answer as expected. The program prints its message as one line and ends with exit code 3. */
export class Unreachable extends Failure {}

/** The place of the documents, as advice for a user. */
export const helpPlace = 'read README.md and docs/ in node_modules/calmock'

/** Returns JSON for a terminal: characters that control it are escaped. */
export const formatJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(terminalControls, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns the message of an expected error, or undefined for a bug. */
export function formatReason(error: unknown): string | undefined {
  if (error instanceof OptionError) return error.reason
  return error instanceof UsageError || error instanceof Failure ? error.message : undefined
}
