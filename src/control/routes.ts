import { resources } from '../contract/resources/index.ts'
import { languages, type Site } from '../contract/site.ts'
import type { Call, Reply } from '../engine/http-message.ts'
import { jsonReply, plainReply, refusal } from '../engine/plain-response.ts'
import { type Clock, createClock } from '../options/clock.ts'
import { type Settled, scenariosOf } from '../options/options.ts'
import type { Landmark, Landmarks } from '../seed/landmarks.ts'
import type { Snapshot } from '../world/snapshot.ts'
import type { OwnWorld } from '../world/world.ts'
import { isWorldName, noName, type Worlds } from '../world/worlds.ts'
import { type Body, only, textIn } from './body.ts'

/** What control routes tell and change besides the world of the call. */
export interface Controlled {
  readonly settled: Settled
  readonly worlds: Worlds
  readonly landmarks: Landmarks
  /** A world of no name, to try things out in. */
  scratch(): OwnWorld
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
  /** When the mock was made, by the same clock. */
  readonly madeAt: number
}

/** A call to a control route: its world, its parsed body, what stands in the path. */
export interface Asked extends Controlled {
  readonly call: Call
  readonly world: OwnWorld
  readonly body: Body
  readonly key: string
}

type Answer = (asked: Asked) => Reply | Promise<Reply>

const json = ({ call }: Asked, body: unknown): Reply => jsonReply(call, 200, body)

/** Every control route with its verbs. A `*` takes one segment. */
export const routes: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  '/health': { GET: health },
  '/reset': { POST: reset },
  '/clock': { GET: showClock, PUT: setClock },
  '/scenario': { GET: showScenario, PUT: setScenario },
  '/scenarios': { GET: listScenarios },
  '/world': { GET: showWorld, PUT: restore },
  '/worlds': { GET: listWorlds, POST: makeWorld },
  '/worlds/*': { DELETE: removeWorld },
  '/landmarks': { GET: listLandmarks },
}

function health(asked: Asked): Reply {
  const { settled, world, worlds, systemNow, madeAt } = asked
  return json(asked, {
    status: 'ok',
    seed: settled.seed,
    now: world.clock.now().toISOString(),
    worlds: worlds.names.length,
    uptime: Math.floor((systemNow() - madeAt) / 1000),
  })
}

function reset({ call, world, body }: Asked): Reply {
  if (Object.keys(body).length > 0) throw new Error('[calmock] a reset takes no body')
  world.reset()
  return plainReply(call, { status: 204, body: '' })
}

function showClock(asked: Asked): Reply {
  const { clock } = asked.world
  return json(asked, { now: clock.now().toISOString(), frozen: clock.frozen })
}

/** Sets, moves, stops or lets go the clock, in this order. */
function setClock(asked: Asked): Reply {
  const { body, world, systemNow } = asked
  only(body, ['now', 'advance', 'frozen'])
  const [now, advance, { frozen }] = [textIn(body, 'now'), textIn(body, 'advance'), body]
  if (frozen !== undefined && typeof frozen !== 'boolean')
    throw new Error(
      `[calmock] frozen is ${JSON.stringify(frozen).slice(0, 80)}; accepted: true, false`,
    )
  const change = (clock: Clock): void => {
    if (now !== undefined) clock.set(now)
    if (advance !== undefined) clock.advance(advance)
    if (frozen !== undefined) clock.freeze(frozen)
  }
  change(createClock(world.clock.now(), systemNow)) // what cannot be throws before anything is changed
  change(world.clock)
  return showClock(asked)
}

function showScenario(asked: Asked): Reply {
  return json(asked, { scenario: asked.world.scenario })
}

function setScenario(asked: Asked): Reply {
  only(asked.body, ['scenario'])
  asked.world.setScenario(textIn(asked.body, 'scenario') ?? '')
  return showScenario(asked)
}

function listScenarios(asked: Asked): Reply {
  const scenarios = asked.settled.scenarios.map(({ name, about }) => ({ name, about }))
  return json(asked, { scenarios })
}

async function showWorld(asked: Asked): Promise<Reply> {
  await asked.world.load()
  return json(asked, asked.world.snapshot())
}

/** Takes a state that can be shown in full, and leaves the world as it is for any other. */
async function restore({ call, world, body, settled, scratch }: Asked): Promise<Reply> {
  const snapshot = body as unknown as Snapshot // is read, and refused, by the world itself
  const trial = scratch()
  await trial.load()
  trial.restore(snapshot)
  const [site] = settled.sites
  for (const { name, collection } of resources) {
    for (const id of Object.keys(snapshot.records[name] ?? {})) {
      const path = `${site?.root}/${settled.settings.namespace}/${collection}/${id}`
      const read = { ...call, method: 'GET', path, query: '', header: () => undefined }
      try {
        await trial.answer(read)
      } catch (error) {
        throw new Error(`[calmock] ${name} ${id} cannot be shown: ${String(error)}`)
      }
    }
  }
  await world.load()
  world.restore(snapshot)
  return plainReply(call, { status: 204, body: '' })
}

const worldAt = (call: Call, name: string) => ({
  name,
  url: `${call.origin.replace(/\/~[a-z0-9-]+$/, '')}/~${name}`,
})

function listWorlds(asked: Asked): Reply {
  return json(asked, { worlds: asked.worlds.names.map((name) => worldAt(asked.call, name)) })
}

function makeWorld({ call, body, worlds, settled, systemNow }: Asked): Reply {
  only(body, ['name', 'scenario', 'now'], false)
  const [name, names, now] = ['name', 'scenario', 'now'].map((key) => textIn(body, key))
  if (name !== undefined && !isWorldName(name)) throw noName(name)
  const scenario = names === undefined ? undefined : scenariosOf(names, settled.scenarios)
  if (now !== undefined) createClock(now, systemNow) // throws for what is no time
  const world = worlds.make(name, { ...(scenario && { scenario }), ...(now && { now }) })
  if (!world)
    return refusal(call, 409, 'world_exists', `There is a world "${name}"; reset or delete it.`)
  const made = worldAt(call, world.name)
  return jsonReply(call, 201, made, { Location: made.url })
}

function removeWorld({ call, key, worlds }: Asked): Reply {
  if (worlds.remove(key)) return plainReply(call, { status: 204, body: '' })
  const known = worlds.names.slice(1, 20).join(', ') || 'none'
  return refusal(
    call,
    404,
    'no_world',
    `No world "${key}" can be deleted; those that can: ${known}.`,
  )
}

function listLandmarks(asked: Asked): Reply {
  const { landmarks, settled, call } = asked
  const { namespace } = settled.settings
  const withUrls = (collection: string, landmark: Landmark) => {
    const urls = languages.map((code) => {
      const base = `${call.origin}${siteFor(code, settled)?.root}/${namespace}`
      return [code, `${base}/${collection}/${landmark.id[code]}`]
    })
    return { ...landmark, url: Object.fromEntries(urls) }
  }
  const kinds = Object.entries(landmarks).map(([collection, named]) => {
    const entries = Object.entries<Landmark>(named).map(([name, landmark]) => [
      name,
      withUrls(collection, landmark),
    ])
    return [collection, Object.fromEntries(entries)]
  })
  return json(asked, Object.fromEntries(kinds))
}

/** The site of a language, else one whose visitors can read it. */
const siteFor = (language: string, { sites }: Settled): Site | undefined =>
  sites.find((site) => site.language === language) ??
  sites.find(({ accepts }) => accepts.includes(language)) ??
  sites[0]
