import { spawn } from 'node:child_process'

/** The program of each platform that opens a URL in the default browser. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a URL in the default browser. Calls `onError` if that is impossible. */
export function openBrowser(url: string, onError: (error: Error) => void): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', onError)
    .unref()
}
