import { useEffect, useRef, useState } from 'preact/hooks'
import { faultNames, namedFaults } from '../../faults/fault-kind.ts'
import { useApp } from '../app.ts'
import { useAction } from '../load-world.ts'
import { useDocument } from '../openapi.ts'
import { Card, Form, NextStep, Select, TextField, useDraft } from '../parts.tsx'

/** Settings for common situations: rules, and a delay. */
const faultPresets = [
  ...faultNames.flatMap((name) => {
    const { title } = namedFaults[name]
    return title ? [{ label: title, rules: [`* ${name}`] }] : []
  }),
  { label: '10% errors', rules: ['* 500 10%'] },
  { label: 'Slow network', rules: ['* delay:400-2000'] },
  { label: 'Too many requests', rules: ['* 429 1/3'] },
]

export function FaultsCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { faults, spent } = status.value
  const list = useRef<HTMLDivElement>(null)
  const set = (rules: readonly string[]): Promise<boolean> =>
    act(
      () => api.control('PUT', 'faults', { faults: rules }),
      rules.length === 0 ? 'All faults were removed.' : `Faults: ${rules.length}`,
      'faults',
    )
  /** Removes rules. The focus moves to the rest, because the button that had it disappears. */
  const keep = async (rules: readonly string[]): Promise<void> => {
    if (await set(rules)) list.current?.focus()
  }
  return (
    <Card
      title="Faults"
      about="Make requests fail to see how your app copes. The first rule that matches applies."
    >
      <div class="row">
        {faultPresets.map(({ label, rules }) => (
          <button key={label} type="button" onClick={() => set([...faults, ...rules])}>
            {label}
          </button>
        ))}
      </div>
      <FaultForm onAdd={(rule) => set([rule, ...faults])} />
      <div class="stack" ref={list} tabIndex={-1}>
        <FaultList faults={faults} spent={spent} onKeep={keep} />
      </div>
    </Card>
  )
}

interface FaultListProps {
  readonly faults: readonly string[]
  readonly spent: readonly string[]
  onKeep(faults: readonly string[]): void
}

function FaultList({ faults, spent, onKeep }: FaultListProps) {
  if (faults.length === 0)
    return (
      <p class="muted">
        No faults. All requests are handled. To let lists of events fail, press Add fault, or:{' '}
        <NextStep path="/__calmock/faults" body={{ faults: ['GET /events 503'] }} />
      </p>
    )
  return (
    <>
      <ol class="rules" aria-label="Faults">
        {faults.map((rule, n) => (
          <li key={`${n} ${rule}`}>
            <code dir="ltr">{rule}</code>
            {spent.includes(rule) && <span class="muted">used up</span>}
            <button
              type="button"
              class="plain"
              aria-label={`Remove fault ${rule}`}
              onClick={() => onKeep(faults.filter((_, position) => position !== n))}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="danger" onClick={() => onKeep([])}>
        Remove all
      </button>
    </>
  )
}

/** Builds a rule from its parts. The text of the rule can also be changed. */
function FaultForm({ onAdd }: { onAdd(rule: string): Promise<boolean> }) {
  const { target } = useApp()
  const [rule, setRule] = useState(() => startRule(decodeURIComponent(target.value[1] ?? '')))
  const [text, setText] = useDraft(formatFaultRule(rule))
  return (
    <Form class="stack" onSubmit={() => onAdd(text)}>
      <RuleFields rule={rule} onChange={(part) => setRule({ ...rule, ...part })} />
      <div class="row">
        <TextField label="Rule" value={text} onInput={setText} isCode />
        <button type="submit" class="primary">
          Add fault
        </button>
      </div>
    </Form>
  )
}

const methods = ['*', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The kinds of faults in the list, the frequent kinds first. */
const kinds = ['500', '503', '429', '404', '403', '401', ...faultNames, 'delay:1000']

interface RuleFieldsProps {
  readonly rule: RuleParts
  onChange(part: Partial<RuleParts>): void
}

/** The fields for the parts of a rule. The first field has the focus if the address names a request: `#control/faults/GET%20%2Fevents`. */
function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const { target } = useApp()
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (target.value[1]) fields.current?.querySelector('select')?.focus()
  }, [target])
  const known = Object.keys(useDocument()?.paths ?? { '/events': {} })
  const choices = [
    ['method', 'Method', methods],
    ['path', 'Route', [...new Set(['*', rule.path, ...known])]],
    ['kind', 'Fault', kinds],
  ] as const
  const texts = [
    ['query', 'Query', 'page=3'],
    ['share', 'Share', '10%, 1/3, 2x'],
  ] as const
  return (
    <div class="row" ref={fields}>
      {choices.map(([part, label, values]) => (
        <Select
          key={part}
          label={label}
          isCode={true}
          value={rule[part]}
          options={values.map((value) => [value, value])}
          onChange={(value) => onChange({ [part]: value })}
        />
      ))}
      {texts.map(([part, label, placeholder]) => (
        <TextField
          key={part}
          label={label}
          placeholder={placeholder}
          isCode={true}
          value={rule[part]}
          onInput={(value) => onChange({ [part]: value })}
        />
      ))}
    </div>
  )
}

type RuleParts = ReturnType<typeof startRule>

/** Returns the text of a rule: `GET /events?page=3 503 1/3`. */
function formatFaultRule({ method, path, query, kind, share }: RuleParts): string {
  const search = query.trim().replace(/^\?/, '')
  const target = path === '*' && search === '' ? '*' : path + (search && `?${search}`)
  const parts = method === '*' && target === '*' ? ['*'] : [method, target]
  return [...parts, kind, share.trim()].filter(Boolean).join(' ')
}

/** Returns method and path of a rule: of a request such as `GET /events?page=3`, or of the list of events. */
function startRule(request: string) {
  const [method = 'GET', target = ''] = (request || 'GET /events').split(' ')
  const [path = '', ...query] = target.split('?')
  return { method, path, query: query.join('?'), kind: '503', share: '' }
}
