/** The fields of an event that the page shows. */
export interface EventRecord {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly url: string
  readonly rest_url: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly timezone: string
  readonly timezone_abbr: string
  readonly cost: string
  readonly image:
    | false
    | { readonly url: string; readonly sizes?: Readonly<Record<string, { readonly url: string }>> }
  readonly venue:
    | { readonly venue?: string; readonly address?: string; readonly city?: string }
    | []
  readonly organizer: readonly { readonly organizer?: string }[]
  readonly categories: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}
