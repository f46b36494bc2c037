/** A value that SQLite stores. */
type SqlValue = string | number | null | ArrayBuffer | Uint8Array

/** The SQLite database of a Durable Object. Every statement is synchronous. */
export interface SqlStorage {
  exec<Row extends Record<string, unknown>>(
    query: string,
    ...values: readonly SqlValue[]
  ): { toArray(): Row[] }
}

/** The storage of a Durable Object. Responses wait until its writes are on disk. */
export interface ObjectStorage {
  readonly sql: SqlStorage
  /** Runs a function in a transaction, which is rolled back if the function throws. */
  transactionSync<T>(run: () => T): T
  /** Returns the time of the next alarm, in ms since 1970 UTC, or null without one. */
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
}

/** The state that the runtime passes to the constructor of a Durable Object. */
export interface ObjectState {
  readonly storage: ObjectStorage
}

/** The environment of the worker: its binding to the objects, and the secret of the control routes. */
export interface WorkerEnv {
  /** The namespace of the class `CalmockWorld`. */
  readonly WORLDS: {
    idFromName(name: string): unknown
    get(id: never): unknown
  }
  /** The token that requests to control routes must send as `Authorization: Bearer <token>`. */
  readonly CALMOCK_TOKEN?: string | undefined
}
