import type { Bench } from './bench.ts'
import { ofCalmock } from './dialect.ts'
import { kindNames, kindsOf, mostOf } from './kinds.ts'
import { inTurns } from './load.ts'
import { microOf, type Row, rowOf } from './report.ts'
import { startCalmock } from './servers.ts'
import { subjectOf } from './subject.ts'

const SMALL = 1000

/** What each kind of request costs in a large world, times its cost in one of 1000 events. */
export async function growth(bench: Bench): Promise<readonly Row[]> {
  const subjects = []
  for (const events of [SMALL, bench.large]) {
    const subject = await subjectOf(await startCalmock(bench, events), ofCalmock, bench.judge)
    subjects.push({ subject, kinds: kindsOf(subject) })
  }
  const rows: Row[] = []
  for (const name of kindNames) {
    const asked = subjects.map(({ subject, kinds }) => ({ ...subject, next: kinds[name] }))
    const [small = [], large = []] = await inTurns(asked, bench, mostOf(name))
    rows.push(
      rowOf(
        `${name}: cost at ${bench.large} events, times that at ${SMALL}`,
        large.map(({ cost }, round) => cost / (small[round]?.cost ?? 0)),
        { atMost: 1.5 },
        `${microOf(large)}, at ${SMALL} ${microOf(small)}`,
      ),
    )
  }
  for (const { subject } of subjects) await subject.server.stop()
  return rows
}
