/** The parts of a rule for faults. */
export interface RuleParts {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly kind: string
  readonly share: string
}

/** Kinds of faults that the list offers first. */
export const faultKinds = [
  ...['500', '503', '429', '404', '403', '401'],
  ...['maintenance', 'timeout', 'drop', 'offline', 'truncate', 'slow', 'malformed'],
  'delay:1000',
] as const

/** Settings for common situations: rules, and a delay. */
export const faultPresets = [
  { label: 'Offline', rules: ['* offline'] },
  { label: '10% errors', rules: ['* 500 10%'] },
  { label: 'Slow network', rules: ['* delay:400-2000'] },
  { label: 'Maintenance', rules: ['* maintenance'] },
  { label: 'Too many requests', rules: ['* 429 1/3'] },
  { label: 'Timeouts', rules: ['GET * timeout 5%'] },
]

/** Returns the text of a rule: `GET /events?page=3 503 1/3`. */
export function formatFaultRule({ method, path, query, kind, share }: RuleParts): string {
  const search = query.trim().replace(/^\?/, '')
  const target = path === '*' && search === '' ? '*' : path + (search && `?${search}`)
  const parts = method === '*' && target === '*' ? ['*'] : [method, target]
  return [...parts, kind, share.trim()].filter(Boolean).join(' ')
}

/** Returns method and path of a rule: of a request such as `GET /events?page=3`, or of the list of events. */
export function startRule(request: string): RuleParts {
  const [method = 'GET', target = ''] = (request || 'GET /events').split(' ')
  const [path = '', ...query] = target.split('?')
  return { method, path, query: query.join('?'), kind: '503', share: '' }
}
