import { InvalidArgumentError } from 'commander'
import { isLoopback } from '../../engine/loopback.ts'
import { UsageError } from '../io.ts'
import { isHarFile } from './har-file.ts'

/** Parses the origin of a server, or the name of a HAR file. */
export function parseProxy(text: string): string {
  if (isHarFile(text)) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && `${url.href}` === `${url.origin}/` && /^https?:$/.test(url.protocol)
  if (isOrigin) return url.origin
  throw new InvalidArgumentError(
    'an origin such as https://example.com, without a path, or a HAR file such as traffic.har',
  )
}

/** The flags that `--proxy` and `--record` depend on. */
interface ProxyFlags {
  readonly proxy?: string
  readonly record?: string
  readonly port: number
  readonly host: string
}

/** Throws `UsageError` if `--proxy` and `--record` do not fit together, or if the server would be this mock. */
export function checkProxyFlags({ proxy, record, port, host }: ProxyFlags): void {
  if (record && (!proxy || isHarFile(proxy)))
    throw new UsageError(
      '--record needs --proxy with an origin, such as --proxy https://example.com',
    )
  if (!proxy || isHarFile(proxy)) return
  const url = new URL(proxy)
  const usedPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const isHere = url.hostname === host || isLoopback(url.hostname)
  if (isHere && usedPort === port && port !== 0)
    throw new UsageError(`--proxy ${proxy} is this mock itself; expected another server`)
}
