import { whenLoaded } from '../contract/lazy.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import { describeSchema, integerSchema, objectSchema } from '../contract/resource.ts'
import { decodeEscapes } from '../contract/slug.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createJsonResponse } from '../engine/plain-response.ts'
import { parseState, type SavedState } from '../world/history.ts'
import {
  allow,
  type ControlOperation,
  type ControlRequest,
  controlPath,
  respondWithJson,
  respondWithoutContent,
} from './operation.ts'
import { controlRef, timeSchema } from './schemas.ts'

const key = 'The name of a checkpoint: 1 to 64 characters.'
const action = describeSchema('The request, such as `DELETE /en/cal/events/v1/events/102`.')

export const checkpointRoutes = {
  '/checkpoints': {
    GET: {
      id: 'listCheckpoints',
      summary: 'Lists the checkpoints, and the changes that `POST undo` undoes, the newest first',
      response: objectSchema({
        checkpoints: { type: 'array', items: controlRef('Checkpoint') },
        undo: { type: 'array', items: objectSchema({ action, at: timeSchema }) },
      }),
      handle: listCheckpoints,
    },
  },
  '/checkpoints/*': {
    PUT: {
      id: 'saveCheckpoint',
      summary: 'Saves the state of the world as a checkpoint',
      key,
      body: allow({}),
      response: controlRef('Checkpoint'),
      statuses: [200, 201],
      errors: [507],
      handle: saveCheckpoint,
    },
    POST: {
      id: 'restoreCheckpoint',
      summary: 'Restores a checkpoint',
      key,
      body: allow({}),
      response: controlRef('Checkpoint'),
      errors: [404, 507],
      handle: restoreCheckpoint,
    },
    DELETE: {
      id: 'deleteCheckpoint',
      summary: 'Removes a checkpoint',
      key,
      errors: [404],
      handle: deleteCheckpoint,
    },
  },
  '/undo': {
    POST: {
      id: 'undo',
      summary: 'Undoes the last write, reset, restore or change of the scenario',
      body: allow({}),
      response: objectSchema({ undone: action, left: integerSchema }),
      errors: [409, 507],
      handle: undo,
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, ControlOperation>>>>

const present = ({ name, time, bytes }: SavedState) => ({ name, saved: time, bytes })

function listCheckpoints(control: ControlRequest): MockResponse {
  const { checkpoints, steps } = control.world.history.stored
  const undo = steps.map(({ name, time }) => ({ action: name, at: time }))
  return respondWithJson(control, {
    checkpoints: checkpoints.map(present).reverse(),
    undo: undo.reverse(),
  })
}

async function saveCheckpoint({ request, world, key }: ControlRequest): Promise<MockResponse> {
  const name = decodeEscapes(key)
  const json = await whenLoaded(world.formatSnapshot)
  const status = world.history.find(name) ? 200 : 201
  return createJsonResponse(request, status, present(world.history.saveCheckpoint(name, json)))
}

async function restoreCheckpoint(control: ControlRequest): Promise<MockResponse> {
  const { world, key } = control
  const checkpoint = world.history.find(decodeEscapes(key))
  if (!checkpoint) return rejectName(control)
  const action = `POST ${controlPath}/checkpoints/${key}`
  await whenLoaded(() => world.restore(parseState(checkpoint), action))
  return respondWithJson(control, present(checkpoint))
}

function deleteCheckpoint(control: ControlRequest): MockResponse {
  const { history } = control.world
  const checkpoint = history.find(decodeEscapes(control.key))
  if (!checkpoint) return rejectName(control)
  history.remove(checkpoint)
  return respondWithoutContent(control)
}

const listNames = ({ world }: ControlRequest): string =>
  world.history.stored.checkpoints.map(({ name }) => name).join(', ') || 'none'

function rejectName(control: ControlRequest): MockResponse {
  const message = `The world has no checkpoint of this name; it has: ${listNames(control)}.`
  return createErrorResponse(control.request, 404, 'no_checkpoint', message)
}

async function undo(control: ControlRequest): Promise<MockResponse> {
  const { request, world } = control
  const undone = await whenLoaded(world.undo)
  const left = world.history.stored.steps.length
  if (undone !== undefined) return respondWithJson(control, { undone, left })
  const message = 'There is no write, reset, restore or change of the scenario to undo.'
  return createErrorResponse(request, 409, 'nothing_to_undo', message)
}

/** Returns the checkpoint that a new world begins with, if any. Throws `OptionError` if it is unknown. */
export function readFrom(control: ControlRequest<{ from?: string }>): SavedState | undefined {
  const { world, body } = control
  const name = body.from
  if (name === undefined) return undefined
  if ('scenario' in body || 'now' in body)
    throw new OptionError('a checkpoint has a scenario and a time; send from without both')
  const from = world.history.find(name)
  if (!from) throw invalidOption('from', name, listNames(control))
  return from
}
