import type { LoggedRequest } from '../../request-log/logged-request.ts'

/** The parts of an entry of the request log that a snippet is created from. */
export type SnippetEntry = Pick<
  LoggedRequest,
  | ('method' | 'url' | 'path' | 'site' | 'world' | 'status' | 'fault' | 'delay')
  | ('requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody' | 'truncated')
>

/** The settings of a mock and of a world that repeat the response of an entry. */
export interface SnippetSetup {
  /** The URL of the mock without a world: `http://127.0.0.1:4747`. */
  readonly base: string
  /** The languages of the sites. */
  readonly sites: readonly string[]
  /** The REST root of a site: `/:site`. */
  readonly root: string
  readonly namespace: string
  readonly seed: number
  readonly events: number
  readonly scenario: string
  /** The instant that the dates of the records are relative to, in ISO 8601. */
  readonly anchor: string
  /** The time of the world's clock when the request was sent, in ISO 8601. */
  readonly now: string
  /** True if records of the world were written, which a new mock does not have. */
  readonly isModified: boolean
  /** True if the world has faults, which a repeated request could get. */
  readonly hasFaults: boolean
}

/** An entry with the settings of its mock. */
export interface SnippetInput {
  readonly entry: SnippetEntry
  readonly setup: SnippetSetup
}
