import { readFileSync } from 'node:fs'
import type { TlsOptions } from '../http/server.ts'
import { UsageError } from './io.ts'
import type { Flags } from './option-flags.ts'

/** Reads the files of `--cert` and `--key`, or returns undefined without the flags. Throws `UsageError` for files that do not fit. */
export async function loadCertificate({
  cert: certFile,
  key: keyFile,
}: Pick<Flags, 'cert' | 'key'>): Promise<TlsOptions | undefined> {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) throw new UsageError('--key needs --cert too')
  if (keyFile === undefined) throw new UsageError('--cert needs --key too')
  // other servers do not load it
  const { createPrivateKey, X509Certificate } = await import('node:crypto')
  const cert = readPem(certFile, '--cert')
  const key = readPem(keyFile, '--key')
  const certificate = parsePem(
    () => new X509Certificate(cert),
    `--cert "${certFile}"`,
    'certificate',
  )
  const privateKey = parsePem(() => createPrivateKey(key), `--key "${keyFile}"`, 'private key')
  if (!certificate.checkPrivateKey(privateKey))
    throw new UsageError(
      `--key "${keyFile}" does not belong to --cert "${certFile}"; expected the private key that the certificate was created with`,
    )
  return { cert, key }
}

function readPem(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // the file system throws errors of this type
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`
    throw new UsageError(`${flag} "${file}" ${reason}; expected a file in PEM format`)
  }
}

function parsePem<T>(parse: () => T, name: string, kind: string): T {
  try {
    return parse()
  } catch {
    const secret = kind === 'private key' ? ' without a passphrase' : ''
    throw new UsageError(`${name} is not a ${kind}; expected a ${kind} in PEM format${secret}`)
  }
}
