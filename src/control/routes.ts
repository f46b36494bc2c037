import { describeSchema, integerSchema, objectSchema, textSchema } from '../contract/resource.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { createControlDocument } from './openapi.ts'
import {
  allow,
  type ControlOperation,
  type ControlRequest,
  controlPath,
  requireOneOf,
  respondWithJson,
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
import { getDelay, getFaults, setDelay, setFaults } from './settings-routes.ts'
import {
  addWorld,
  deleteWorld,
  getClock,
  getHealth,
  getScenario,
  getSnapshot,
  listLandmarks,
  listScenarios,
  listWorlds,
  resetWorld,
  restoreSnapshot,
  setClock,
  setScenario,
} from './world-routes.ts'

/** The control routes, with an operation for each method. `*` matches one path segment. */
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
      body: requireOneOf({
        now: nowSchema,
        advance: describeSchema('An ISO 8601 duration such as `P1D` or `-PT2H`.'),
        frozen: booleanSchema,
      }),
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
      summary: 'Replaces the records by the ones of a scenario',
      body: requireOneOf({ scenario: namesSchema }),
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
      body: requireOneOf({ faults: { anyOf: [faultsSchema, textSchema] } }),
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
      body: requireOneOf({ delay: delaySchema }),
      response: controlRef('Delay'),
      handle: setDelay,
    },
  },
  '/world': {
    GET: {
      id: 'getSnapshot',
      summary: 'Returns a snapshot of the world',
      response: controlRef('Snapshot'),
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
      body: allow({
        name: { ...textSchema, pattern: '^[a-z0-9-]{1,64}$' },
        scenario: namesSchema,
        now: nowSchema,
      }),
      status: 201,
      response: controlRef('World'),
      headers: { Location: 'The URL of the world.' },
      errors: [409],
      handle: addWorld,
    },
  },
  '/worlds/*': {
    DELETE: { id: 'deleteWorld', summary: 'Removes a world', errors: [404], handle: deleteWorld },
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
      body: requireOneOf({ max: maxSchema }),
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
