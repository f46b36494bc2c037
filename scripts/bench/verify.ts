import type { Judge } from './bench.ts'
import { type Answer, type Ask, askOnce } from './client.ts'
import { type Dialect, PER_PAGE, type Site, sites } from './dialect.ts'
import type { Server } from './server.ts'

/** Judges that a write is seen by the reads that follow it at once; leaves the lists as they were. */
export async function verifyWrites(server: Server, says: Dialect, judge: Judge): Promise<void> {
  for (const site of sites) await verifySite(server, says, site, judge)
}

async function verifySite({ name, port }: Server, says: Dialect, site: Site, judge: Judge) {
  const expect = (isRight: boolean, what: string): void =>
    judge(isRight, `${name} ${site}, before the run: ${what}`)
  const ask = (request: Ask): Promise<Answer> => askOnce(port, request)
  const list = (): Promise<Answer> => ask({ url: says.list(site, 1) })
  const before = await list()
  const all = says.totalOf(before)
  const made = await ask({
    method: 'POST',
    url: says.collection(site),
    body: JSON.stringify(first),
  })
  const { id } = JSON.parse(String(made.body))
  const url = says.item(site, id)
  const isListed = async (title: string): Promise<boolean> => {
    const pages = [
      await list(),
      await ask({ url: says.list(site, Math.ceil((all + 1) / PER_PAGE)) }),
    ]
    return pages.some(({ body }) => String(body).includes(title))
  }
  expect(made.status === 201, `POST is ${made.status}`)
  expect(says.totalOf(await list()) === all + 1, 'a list does not count what was created')
  expect(await isListed(first.title), 'a list does not hold what was created')
  expect(String((await ask({ url })).body).includes(first.title), 'nothing was created')

  await ask({ method: 'PATCH', url, body: JSON.stringify({ title: later }) })
  expect(String((await ask({ url })).body).includes(later), 'an item does not tell its update')
  expect(await isListed(later), 'a list does not tell an update')
  await ask({ method: 'DELETE', url })
  expect((await list()).body.equals(before.body), 'a list is not as before after a delete')
}

/** On at the moment of the clock, so that it is on the first page of a list by date. */
const first = {
  title: 'Seen by the next read',
  start_date: '2030-01-07 12:00:00',
  end_date: '2030-01-07 13:00:00',
}
const later = 'Seen by the next read again'
