/**
 * Runs the quick lane under `npm test`, and the gate as well under `npm cit`. Both commands run the script
 * `test`; npm sets `npm_command` to `test` or `install-ci-test` (`install-test` for `npm it`).
 */
import { spawnSync } from 'node:child_process'

const isAfterInstall = process.env.npm_command?.startsWith('install-')
const lane = isAfterInstall ? 'test:gate' : 'test:quick'
const { status } = spawnSync(`npm run ${lane}`, { stdio: 'inherit', shell: true })
process.exitCode = status ?? 1
