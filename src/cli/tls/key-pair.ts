import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { UsageError } from '../io.ts'
import type { KeyPairPem } from './self-signed.ts'

/** Reads the files of a certificate and its private key, and checks that they belong together. */
export function readKeyPair(certFile: string, keyFile: string): KeyPairPem {
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
    const { code } = error as NodeJS.ErrnoException // of the file system
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
