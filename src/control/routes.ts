import { whenLoaded } from '../contract/lazy.ts'
import {
  describeSchema,
  integerSchema,
  objectSchema,
  repeatSchema,
  textSchema,
} from '../contract/resource.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import {
  createErrorResponse,
  createJsonResponse,
  createResponse,
} from '../engine/plain-response.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import { type Clock, createClock } from '../options/clock.ts'
import { omitUndefined } from '../options/option-types.ts'
import { invalidWorldName, isWorldName } from '../world/address.ts'
import type { Snapshot } from '../world/world.ts'
import { parseWorldStart, type WorldStartText } from '../world/worlds.ts'
import { checkpointRoutes, readFrom } from './checkpoint-routes.ts'
import { listLandmarks } from './list-landmarks.ts'
import { createControlDocument } from './openapi.ts'
import {
  allow,
  type ControlOperation,
  type ControlRequest,
  controlPath,
  requireOneOf,
  respondWithJson,
  respondWithoutContent,
} from './operation.ts'
import { clearRequests, listRequests, setMaxRequests } from './request-routes.ts'
import {
  booleanSchema,
  controlRef,
  delaySchema,
  faultsSchema,
  mapSchema,
  maxSchema,
  namesSchema,
  nowSchema,
  requestFilters,
  timeSchema,
} from './schemas.ts'

/** The control routes, with an operation for each method. `*` matches one path segment, which `key` describes. */
export const controlRoutes: Readonly<Record<string, Readonly<Record<string, ControlOperation>>>> = {
  '/health': {
    GET: {
      id: 'getHealth',
      summary: 'Returns seed, time, number of worlds and seconds since the start',
      response: objectSchema({
        status: { type: 'string', const: 'ok' },
        seed: integerSchema,
        now: timeSchema,
        worlds: integerSchema,
        uptime: integerSchema,
      }),
      handle: getHealth,
    },
  },
  '/reset': {
    POST: { id: 'resetWorld', summary: 'Resets the world', body: allow({}), handle: resetWorld },
  },
  '/clock': {
    GET: {
      id: 'getClock',
      summary: 'Returns the clock',
      response: controlRef('Clock'),
      handle: getClock,
    },
    PUT: {
      id: 'setClock',
      summary: 'Sets the clock, then moves it, then stops or starts it',
      body: requireOneOf(
        {
          now: nowSchema,
          advance: describeSchema('An ISO 8601 duration such as `P1D` or `-PT2H`.'),
          frozen: booleanSchema,
        },
        { advance: 'P1D' },
      ),
      response: controlRef('Clock'),
      handle: setClock,
    },
  },
  '/scenario': {
    GET: {
      id: 'getScenario',
      summary: 'Returns the scenario',
      response: controlRef('Scenario'),
      handle: getScenario,
    },
    PUT: {
      id: 'setScenario',
      summary: 'Replaces the records by the records of a scenario',
      body: requireOneOf({ scenario: namesSchema }, { scenario: 'empty' }),
      response: controlRef('Scenario'),
      handle: setScenario,
    },
  },
  '/scenarios': {
    GET: {
      id: 'listScenarios',
      summary: 'Lists all scenarios',
      response: objectSchema({
        scenarios: {
          type: 'array',
          items: objectSchema({ name: textSchema, about: textSchema }),
        },
      }),
      handle: listScenarios,
    },
  },
  '/faults': {
    GET: {
      id: 'getFaults',
      summary: 'Returns the rules of faults',
      response: controlRef('Faults'),
      handle: getFaults,
    },
    PUT: {
      id: 'setFaults',
      summary: 'Replaces the rules of faults',
      body: requireOneOf(
        { faults: { anyOf: [faultsSchema, textSchema] } },
        { faults: ['GET /events 503'] },
      ),
      response: controlRef('Faults'),
      handle: setFaults,
    },
  },
  '/delay': {
    GET: {
      id: 'getDelay',
      summary: 'Returns the delay of responses',
      response: controlRef('Delay'),
      handle: getDelay,
    },
    PUT: {
      id: 'setDelay',
      summary: 'Sets the delay of responses',
      body: requireOneOf({ delay: delaySchema }, { delay: '200-800' }),
      response: controlRef('Delay'),
      handle: setDelay,
    },
  },
  '/world': {
    GET: {
      id: 'getSnapshot',
      summary: 'Returns a snapshot of the world',
      response: controlRef('Snapshot'),
      errors: [507],
      handle: getSnapshot,
    },
    PUT: {
      id: 'restoreSnapshot',
      summary: 'Replaces the state of the world by a snapshot',
      body: { schema: controlRef('Snapshot'), isRequired: true },
      errors: [507],
      handle: restoreSnapshot,
    },
  },
  '/worlds': {
    GET: {
      id: 'listWorlds',
      summary: 'Lists the worlds',
      response: objectSchema({ worlds: { type: 'array', items: controlRef('World') } }),
      handle: listWorlds,
    },
    POST: {
      id: 'createWorld',
      summary: 'Creates a world, also in place of an evicted one',
      body: allow(
        {
          name: { ...textSchema, pattern: '^[a-z0-9-]{1,64}$' },
          scenario: namesSchema,
          now: nowSchema,
          from: describeSchema('A checkpoint of the world of the request.'),
          evicts: { ...booleanSchema, description: 'False keeps all worlds with changes.' },
        },
        { name: 'mine', scenario: 'empty' },
      ),
      statuses: [201],
      response: controlRef('World'),
      headers: { Location: 'The URL of the world.' },
      errors: [409, 507],
      handle: addWorld,
    },
  },
  '/worlds/*': {
    DELETE: {
      id: 'deleteWorld',
      summary: 'Removes a world',
      key: 'The name of a world.',
      errors: [404],
      handle: deleteWorld,
    },
  },
  ...checkpointRoutes,
  '/users': {
    GET: {
      id: 'listUsers',
      summary: 'Lists the users of the option auth',
      response: objectSchema({
        users: { type: 'array', items: objectSchema(repeatSchema(['login', 'role'])) },
      }),
      handle: listUsers,
    },
  },
  '/landmarks': {
    GET: {
      id: 'listLandmarks',
      summary: 'Lists the hand-written records by collection and name',
      response: mapSchema(mapSchema(controlRef('Landmark'))),
      handle: listLandmarks,
    },
  },
  '/requests': {
    GET: {
      id: 'listRequests',
      summary: 'Lists the latest requests, the newest first, or sends an event for each new one',
      query: requestFilters,
      response: objectSchema({
        max: maxSchema,
        requests: { type: 'array', items: controlRef('LoggedRequest') },
      }),
      hasStream: true,
      errors: [503],
      handle: listRequests,
    },
    PUT: {
      id: 'setMaxRequests',
      summary: 'Sets the maximum of requests in the log',
      body: requireOneOf({ max: maxSchema }, { max: 500 }),
      response: objectSchema({ max: maxSchema }),
      handle: setMaxRequests,
    },
    DELETE: { id: 'clearRequests', summary: 'Empties the log', handle: clearRequests },
  },
  '/openapi': {
    GET: {
      id: 'getControlDocument',
      summary: 'Returns this OpenAPI document',
      response: { type: 'object' },
      handle: getControlDocument,
    },
  },
}

function getControlDocument(control: ControlRequest): MockResponse {
  const { request, options } = control
  const mock = { url: request.origin + controlPath, hasToken: options.token !== undefined }
  return respondWithJson(control, createControlDocument(controlRoutes, mock))
}

async function getHealth(control: ControlRequest): Promise<MockResponse> {
  const { options, world, directory, systemNow, createdAt } = control
  return respondWithJson(control, {
    status: 'ok',
    seed: options.seed,
    now: world.clock.now().toISOString(),
    worlds: await directory.count(),
    uptime: Math.floor((systemNow() - createdAt) / 1000),
  })
}

function resetWorld(control: ControlRequest): MockResponse {
  control.world.reset()
  return respondWithoutContent(control)
}

function getClock(control: ControlRequest): MockResponse {
  const { clock } = control.world
  return respondWithJson(control, { now: clock.now().toISOString(), frozen: clock.frozen })
}

function setClock(
  control: ControlRequest<{ now?: string; advance?: string; frozen?: boolean }>,
): MockResponse {
  const { body, world, systemNow } = control
  const { now, advance, frozen } = body
  const change = (clock: Clock): void => {
    if (now !== undefined) clock.set(now)
    if (advance !== undefined) clock.advance(advance)
    if (frozen !== undefined) clock.freeze(frozen)
  }
  change(createClock(world.clock.now(), systemNow)) // an invalid value throws before the world changes
  change(world.clock)
  return getClock(control)
}

function getScenario(control: ControlRequest): MockResponse {
  return respondWithJson(control, { scenario: control.world.scenario })
}

function setScenario(control: ControlRequest<{ scenario: string }>): MockResponse {
  control.world.setScenario(control.body.scenario)
  return getScenario(control)
}

function listScenarios(control: ControlRequest): MockResponse {
  const scenarios = control.options.scenarios.map(({ name, about }) => ({ name, about }))
  return respondWithJson(control, { scenarios })
}

function getFaults(control: ControlRequest): MockResponse {
  const { faults, planner } = control.world
  const { spent } = planner
  return respondWithJson(control, { faults, ...(spent.length > 0 && { spent }) })
}

function setFaults(control: ControlRequest<{ faults: string | string[] }>): MockResponse {
  control.world.faults = control.body.faults
  return getFaults(control)
}

function getDelay(control: ControlRequest): MockResponse {
  return respondWithJson(control, { delay: control.world.delay })
}

function setDelay(control: ControlRequest<{ delay: DelayOption }>): MockResponse {
  control.world.delay = control.body.delay
  return getDelay(control)
}

async function getSnapshot({ request, world }: ControlRequest): Promise<MockResponse> {
  const body = await whenLoaded(world.formatSnapshot)
  return createResponse(request, { type: 'application/json', body })
}

function restoreSnapshot(control: ControlRequest<Snapshot>): Promise<MockResponse> {
  const { world, body } = control
  return whenLoaded(() => {
    world.restore(body) // it validates the body
    return respondWithoutContent(control)
  })
}

function listUsers(control: ControlRequest): MockResponse {
  const users = control.options.users.map(({ login, role }) => ({ login, role }))
  return respondWithJson(control, { users })
}

const describeWorld = (request: MockRequest, name: string) => ({
  name,
  url: `${request.origin.replace(/\/~[a-z0-9-]+$/, '')}/~${name}`,
})

async function listWorlds(control: ControlRequest): Promise<MockResponse> {
  const names = await control.directory.list()
  const worlds = names.map((name) => describeWorld(control.request, name))
  return respondWithJson(control, { worlds })
}

async function addWorld(
  control: ControlRequest<Omit<WorldStartText, 'from'> & { name?: string; from?: string }>,
): Promise<MockResponse> {
  const { request, body, directory, options, systemNow } = control
  const { name, scenario, now, evicts } = body
  if (name !== undefined && !isWorldName(name)) throw invalidWorldName(name)
  const start = omitUndefined({ scenario, now, evicts, from: readFrom(control) })
  parseWorldStart(start, options) // throws if it is invalid
  if (now !== undefined) createClock(now, systemNow) // throws if it is invalid
  const createdName = await whenLoaded(() => directory.create(name, start))
  if (createdName === undefined) {
    const message = `The world "${name}" exists already; reset or delete it.`
    return createErrorResponse(request, 409, 'world_exists', message)
  }
  const created = describeWorld(request, createdName)
  return createJsonResponse(request, 201, created, { Location: created.url })
}

async function deleteWorld(control: ControlRequest): Promise<MockResponse> {
  const { request, key, directory } = control
  if (await directory.remove(key)) return respondWithoutContent(control)
  const deletable = (await directory.list()).slice(1, 20).join(', ') || 'none'
  const message = `The world "${key}" cannot be deleted; deletable: ${deletable}.`
  return createErrorResponse(request, 404, 'no_world', message)
}
