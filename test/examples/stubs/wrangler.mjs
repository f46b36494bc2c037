#!/usr/bin/env node
// Checks the arguments of wrangler, and that its configuration names files that exist.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'

const command = process.argv.slice(2).join(' ')
const known = ['dev', 'deploy', 'deploy --dry-run', 'secret put CALMOCK_TOKEN']
assert(known.includes(command), `unknown command: wrangler ${command}`)

const { name, main } = JSON.parse(readFileSync('wrangler.jsonc', 'utf8'))
assert.equal(typeof name, 'string')
assert(existsSync(main), `${main} does not exist`)
