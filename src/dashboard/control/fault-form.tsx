import { useEffect, useRef, useState } from 'preact/hooks'
import { faultNames } from '../../control/faults/fault-kind.ts'
import { useApp } from '../app.ts'
import { useDocument } from '../openapi.ts'
import { Select } from '../parts/select.tsx'
import { TextField } from '../parts/text-field.tsx'

const methods = ['*', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Builds a rule from its parts. The text of the rule can also be changed. */
export function FaultForm({ onAdd }: { onAdd(rule: string): Promise<boolean> }) {
  const { faultRequest } = useApp()
  const [rule, setRule] = useState(() => startRule(faultRequest.value))
  const [text, setText] = useState(formatFaultRule(rule))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faultRequest.value !== '') form.current?.querySelector('select')?.focus()
    faultRequest.value = ''
  }, [faultRequest])
  const change = (part: Partial<RuleParts>): void => {
    const next = { ...rule, ...part }
    setRule(next)
    setText(formatFaultRule(next))
  }
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(text)
      }}
    >
      <RuleFields rule={rule} onChange={change} />
      <div class="row">
        <TextField label="Rule" value={text} onInput={setText} isCode />
        <button type="submit" class="primary">
          Add fault
        </button>
      </div>
    </form>
  )
}

interface RuleFieldsProps {
  readonly rule: RuleParts
  onChange(part: Partial<RuleParts>): void
}

const same = (values: readonly string[]) => values.map((value) => ({ value, text: value }))

function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const document = useDocument()
  const known = Object.keys(document?.paths ?? { '/events': {} })
  const paths = [...new Set(['*', rule.path, ...known])]
  const parts = [
    ['method', 'Method', same(methods)],
    ['path', 'Route', same(paths)],
    ['kind', 'Fault', same(kinds)],
  ] as const
  return (
    <div class="row">
      {parts.map(([part, label, options]) => (
        <Select
          key={part}
          label={label}
          hasLabel
          isCode
          value={rule[part]}
          options={options}
          onChange={(value) => onChange({ [part]: value })}
        />
      ))}
      <TextField
        label="Query"
        value={rule.query}
        placeholder="page=3"
        isCode
        onInput={(query) => onChange({ query })}
      />
      <TextField
        label="Share"
        value={rule.share}
        placeholder="10%, 1/3, 2x"
        isCode
        onInput={(share) => onChange({ share })}
      />
    </div>
  )
}

/** The parts of a rule for faults. */
interface RuleParts {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly kind: string
  readonly share: string
}

/** The kinds of faults in the list, the frequent ones first. */
const kinds = ['500', '503', '429', '404', '403', '401', ...faultNames, 'delay:1000']

/** Returns the text of a rule: `GET /events?page=3 503 1/3`. */
function formatFaultRule({ method, path, query, kind, share }: RuleParts): string {
  const search = query.trim().replace(/^\?/, '')
  const target = path === '*' && search === '' ? '*' : path + (search && `?${search}`)
  const parts = method === '*' && target === '*' ? ['*'] : [method, target]
  return [...parts, kind, share.trim()].filter(Boolean).join(' ')
}

/** Returns method and path of a rule: of a request such as `GET /events?page=3`, or of the list of events. */
function startRule(request: string): RuleParts {
  const [method = 'GET', target = ''] = (request || 'GET /events').split(' ')
  const [path = '', ...query] = target.split('?')
  return { method, path, query: query.join('?'), kind: '503', share: '' }
}
