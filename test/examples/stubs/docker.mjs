#!/usr/bin/env node
// Checks the arguments of docker commands. Runs no containers.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

const string = { type: 'string' }
const strings = { type: 'string', multiple: true }
const boolean = { type: 'boolean' }

/** The flags of the commands, as in the documentation of Docker. */
const commands = {
  build: { tag: { ...strings, short: 't' }, file: { ...string, short: 'f' }, pull: boolean },
  run: {
    detach: { ...boolean, short: 'd' },
    env: { ...strings, short: 'e' },
    'env-file': strings,
    init: boolean,
    interactive: { ...boolean, short: 'i' },
    memory: { ...string, short: 'm' },
    name: string,
    publish: { ...strings, short: 'p' },
    'read-only': boolean,
    restart: string,
    rm: boolean,
    tmpfs: strings,
    volume: { ...strings, short: 'v' },
  },
  logs: { follow: { ...boolean, short: 'f' } },
  stop: {},
  'compose up': { build: boolean, detach: { ...boolean, short: 'd' }, wait: boolean },
  'compose down': { volumes: { ...boolean, short: 'v' } },
  'compose logs': { follow: { ...boolean, short: 'f' } },
  'compose pull': {},
  'compose build': { pull: boolean },
}

const words = process.argv.slice(2)
const command = words.splice(0, words[0] === 'compose' ? 2 : 1).join(' ')
assert(Object.hasOwn(commands, command), `unknown command: docker ${command}`)
// Docker passes everything after the image to the container
const image = words.findIndex((word) => /^calmock(:|$)/.test(word))
const args = command === 'run' ? words.slice(0, image + 1) : words
const { positionals } = parseArgs({ args, options: commands[command], allowPositionals: true })
if (command === 'run') assert.equal(positionals.length, 1, 'one image')
if (command === 'build') assert(existsSync(`${positionals[0]}/Dockerfile`), 'Dockerfile')
if (command.startsWith('compose')) assert(existsSync('compose.yaml'), 'compose.yaml')
