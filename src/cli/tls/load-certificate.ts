import { type Io, UsageError } from '../io.ts'
import type { ServeFlags } from '../serve-flags.ts'
import type { LoadedCertificate } from './self-signed-file.ts'

/** Returns the certificate that `--https` asks for, or undefined without the flag. Throws `UsageError` for flags and files that do not fit. */
export async function loadCertificate(
  { https, cert, key }: ServeFlags,
  io: Io,
): Promise<LoadedCertificate | undefined> {
  const given = [...(cert ? ['--cert'] : []), ...(key ? ['--key'] : [])]
  if (!https) {
    if (given.length === 0) return undefined
    throw new UsageError(`${given.join(' and ')} without --https; add it to serve over HTTPS`)
  }
  if (cert && key) {
    const { readKeyPair } = await import('./key-pair.ts') // with node:crypto, which other servers do not load
    return readKeyPair(cert, key)
  }
  if (given.length === 0) {
    const { loadSelfSigned } = await import('./self-signed-file.ts')
    return loadSelfSigned(io)
  }
  const missing = cert ? '--key' : '--cert'
  throw new UsageError(
    `${given[0]} needs ${missing} too; without both, calmock creates a certificate for localhost`,
  )
}
