#!/usr/bin/env node
// Runs Playwright. `install` downloads nothing and installs no system packages.
import { spawnSync } from 'node:child_process'

const program = new URL('../../../node_modules/playwright/cli.js', import.meta.url).pathname
let args = process.argv.slice(2)
// a dry run with system packages needs apt
if (args[0] === 'install') args = [...args.filter((word) => word !== '--with-deps'), '--dry-run']
const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
