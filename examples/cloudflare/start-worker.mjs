import { spawn } from 'node:child_process'

/** Environment variables that keep wrangler from sending requests to other machines. */
const offline = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
}

/**
 * Runs the worker with `wrangler dev` on a free port, and stores its worlds in a folder. Returns its URL
 * and a function that kills it.
 */
export async function startWorker({ folder, token }) {
  const args = ['wrangler', 'dev', '--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0']
  const stored = ['--persist-to', folder, '--var', `CALMOCK_TOKEN:${token}`]
  const env = { ...process.env, ...offline }
  const child = spawn('npx', [...args, ...stored], { env, detached: true })
  let isRunning = true
  const closed = new Promise((resolve) => child.once('close', resolve)).then(() => {
    isRunning = false
  })
  const kill = () => {
    if (isRunning) process.kill(-child.pid, 'SIGKILL') // with its children
    return closed
  }
  let output = ''
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        const [, url] = /Ready on (http:\/\/[^\s]+)/.exec(output) ?? []
        if (url) resolve(url)
      })
    closed.then(() => reject(new Error(`wrangler dev ended:\n${output}`)))
  })
  return { url, kill }
}
