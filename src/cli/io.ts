/** What a command may touch of the machine. */
export interface Io {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  /** The folder of the built page that an export copies. */
  readonly page: URL
  /** Resolves when the user asks the program to end. */
  readonly stopped: Promise<void>
}

/** A usage that cannot be: told in one line, exit code 2. */
export class UsageError extends Error {}

/** Something that went wrong on this systemNow: told in one line, exit code 1. */
export class Failure extends Error {}
