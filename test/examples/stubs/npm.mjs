#!/usr/bin/env node
// Checks the arguments of `npm install` and `npm ci`, which need a registry. Runs npm for other commands.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { parseArgs } from 'node:util'

const root = new URL('../../../', import.meta.url).pathname

/** Returns the packages of this repository and of the projects in examples/, with their versions. */
function listPackages() {
  const folders = readdirSync(`${root}examples`).map((name) => `examples/${name}/`)
  const manifests = ['', ...folders].map((folder) => `${root}${folder}package.json`)
  const known = new Map([['calmock', undefined]])
  for (const path of manifests.filter((path) => existsSync(path))) {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      known.set(name, version)
  }
  return known
}

const installFlags = {
  'save-dev': { type: 'boolean', short: 'D' },
  'save-exact': { type: 'boolean', short: 'E' },
  'ignore-scripts': { type: 'boolean' },
  global: { type: 'boolean', short: 'g' },
  omit: { type: 'string' },
  cache: { type: 'string' },
  'prefer-offline': { type: 'boolean' },
}

const [command, ...args] = process.argv.slice(2)

if (command === 'install' || command === 'ci') {
  const { positionals } = parseArgs({ args, options: installFlags, allowPositionals: true })
  if (command === 'ci') assert.deepEqual(positionals, [])
  const packages = listPackages()
  for (const specifier of positionals) {
    const [, name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(specifier) ?? []
    assert(packages.has(name), `unknown package ${name}`)
    if (version) assert.equal(version, packages.get(name), `version of ${name}`)
  }
} else {
  const [, ...folders] = process.env.PATH.split(delimiter)
  const env = { ...process.env, PATH: folders.join(delimiter) }
  process.exitCode = spawnSync('npm', [command, ...args], { env, stdio: 'inherit' }).status ?? 1
}
