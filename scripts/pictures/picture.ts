import type { Options } from 'calmock'
import type { Page } from 'playwright-core'

/** A server that runs for one picture. */
export interface Served {
  readonly url: string
  close(): Promise<unknown>
}

/** A picture of the documents: a page of the mock, or a part of it. */
export interface Picture {
  /** The name of the file in docs/pictures, without its extension. */
  readonly name: string
  /** The path of the page: `/#calendar` is the calendar of the dashboard. */
  readonly path: string
  /** Options of the mock, such as the scenario. */
  readonly options?: Options
  /** Languages and theme of the dashboard, as it stores them. */
  readonly settings?: Readonly<Record<string, string>>
  /** Width and height of the window in CSS pixels. */
  readonly window: readonly [width: number, height: number]
  /** Pixels of the picture for each CSS pixel. */
  readonly scale: number
  /** The part of the page that is shown. Without it, the picture is the window. */
  readonly element?: string
  /** The maximum height of the part in CSS pixels. */
  readonly height?: number
  /** Serves the page if it is not a page of the mock. */
  serve?(): Promise<Served>
  /** Opens what the picture shows, and waits for it. */
  prepare?(page: Page): Promise<unknown>
}
