import { type Asked, listed, shown } from './lists.ts'
import { ask, outline, type Real, same } from './mock.ts'
import {
  all,
  holders,
  inTrash,
  isDraft,
  isTerm,
  type Kind,
  kinds,
  type Language,
  type State,
  searchOrder,
  singular,
} from './state.ts'

/** Comparisons of the mock with the model. */

/** Compares one page of a list, with its totals. */
export async function lookAtList(
  real: Real,
  state: State,
  list: { readonly site: Language; readonly kind: Kind; readonly asked: Asked },
): Promise<void> {
  const { site, kind, asked } = list
  const rows = listed(state, kind, site, asked)
  const pages = Math.ceil(rows.length / asked.perPage)
  const from = (asked.page - 1) * asked.perPage
  const records = rows.slice(from, from + asked.perPage).map((one) => shown(state, one))
  const { status, headers, body } = await ask(
    real,
    'GET',
    `${site}/${kind}?${queryOf(kind, asked)}`,
  )
  if (!isTerm(kind) && asked.page > Math.max(pages, 1)) {
    same(real, [status, body.code], [404, `${singular(kind)}-archive-page-not-found`])
    return
  }
  const wanted = { [kind]: records, total: rows.length, total_pages: pages }
  same(real, outline(body, wanted), wanted)
  const shownHeaders = ['x-cal-total', 'x-wp-totalpages', 'content-language'].map((name) =>
    headers.get(name),
  )
  same(real, shownHeaders, [String(rows.length), String(pages), site])
}

const hasStatus = (kind: Kind): boolean => !isTerm(kind)

function queryOf(kind: Kind, asked: Asked): string {
  const isHost = kind === 'venues' || kind === 'organizers'
  const own = {
    page: asked.page,
    per_page: asked.perPage,
    search: asked.search,
    ...(hasStatus(kind) && { status: asked.status }),
    ...(!isHost && { include: asked.include }),
    ...(kind === 'events'
      ? {
          ...(asked.isAllTime && { start_date: '2000-01-01', end_date: '2100-01-01' }),
          ...{ venue: asked.venue, organizer: asked.organizer },
          ...{ categories: asked.categories, tags: asked.tags },
        }
      : { event: asked.event }),
    ...(isHost && { has_events: asked.hasEvents, only_with_upcoming: asked.isUpcoming }),
    ...(isTerm(kind) && {
      hide_empty: asked.hidesEmpty,
      orderby: asked.orderby,
      order: asked.order,
    }),
    ...(kind === 'categories' && { parent: asked.parent }),
  }
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Compares a record by its ID, or the error for a missing record. */
export async function lookAtId(real: Real, state: State, site: Language, kind: Kind, id: number) {
  await compareRecord(real, state, kind, { site, target: `${kind}/${id}`, id })
}

/**
 * Compares the record with a slug. Published records precede drafts; several drafts may match in
 * any order.
 */
export async function lookAtSlug(
  real: Real,
  state: State,
  site: Language,
  kind: Kind,
  slug: string,
) {
  const holding = holders(state, kind, slug, searchOrder(site))
  const finished = holding.filter((one) => !isDraft(one))
  const found = finished.length > 0 ? finished : holding
  if (isTerm(kind) || found.length > 1) return
  await compareRecord(real, state, kind, {
    site,
    target: `${kind}/by-slug/${slug}`,
    id: found[0]?.id ?? 0,
  })
}

async function compareRecord(
  real: Real,
  state: State,
  kind: Kind,
  { site, target, id }: { readonly site: Language; readonly target: string; readonly id: number },
): Promise<void> {
  const one = state.entries.get(id)
  const { status, headers, body } = await ask(real, 'GET', `${site}/${target}`)
  if (one?.kind !== kind)
    return same(real, [status, body.code], [404, `rest-${singular(kind)}-not-found`])
  const gone = one.status === 'trash' && inTrash(one)
  if (gone && 'refused' in gone) return same(real, [status, body.code], gone.refused)
  const wanted = shown(state, one)
  same(real, [status, outline(body, wanted)], [200, wanted])
  same(real, headers.get('content-language'), one.language)
}

/** Compares everything: all lists of both languages and every record. */
export async function lookAtAll(real: Real, state: State): Promise<void> {
  const status = ['publish', 'future', 'draft', 'private', 'trash']
  for (const site of ['de', 'hi'] as const) {
    for (const kind of kinds) {
      const every = { page: 1, perPage: 50, status, isAllTime: true, hidesEmpty: false }
      for (const asked of [every, { page: 1, perPage: 3 }, { page: 2, perPage: 3 }])
        await lookAtList(real, state, { site, kind, asked })
      for (const one of all(state, kind)) await lookAtId(real, state, site, kind, one.id)
    }
  }
}

/**
 * Copies the slugs of drafts with equal slugs into the model, and checks that all other slugs are
 * unique.
 */
export async function settle(real: Real, state: State): Promise<void> {
  for (const one of [...state.entries.values()].filter(({ slugs }) => slugs.length > 1)) {
    const { body } = await ask(real, 'GET', `${one.language}/${one.kind}/${one.id}`)
    same(real, one.slugs.includes(body.slug), true)
    one.slugs = [body.slug]
    const twins = all(state, one.kind, one.language).filter(({ slugs }) => slugs[0] === body.slug)
    same(
      real,
      twins.filter((twin) => !isDraft(twin)).map(({ id }) => id),
      [one.id],
    )
  }
}
