/**
 * Runs the quick lane under `npm test`, and everything under `npm cit`: on a clean checkout, `npm cit`
 * installs and then runs the script `test` too. npm names its command in `npm_command`: `test`, or
 * `install-ci-test` (`install-test` for `npm it`).
 */
import { spawnSync } from 'node:child_process'

const isAfterInstall = process.env.npm_command?.startsWith('install-')
const lane = isAfterInstall ? 'check' : 'test:quick'
const { status } = spawnSync(`npm run ${lane}`, { stdio: 'inherit', shell: true })
process.exitCode = status ?? 1
