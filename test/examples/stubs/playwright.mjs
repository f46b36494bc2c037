#!/usr/bin/env node
// Runs Playwright. `install` downloads nothing and installs no system packages.
import { spawnSync } from 'node:child_process'

const program = new URL('../../../node_modules/playwright/cli.js', import.meta.url).pathname
const args = process.argv.slice(2)
if (args[0] === 'install') args.push('--dry-run')
const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
