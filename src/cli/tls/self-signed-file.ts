import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../io.ts'
import { createSelfSigned, type KeyPairPem } from './self-signed.ts'

/** The certificate of a server. */
export interface LoadedCertificate extends KeyPairPem {
  /** The file with a self-signed certificate, which clients have to accept. */
  readonly selfSignedFile?: string
}

/** A certificate is replaced this long before it expires. */
const RENEW_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Returns the certificate for localhost in the user's cache folder, and creates it first if it is missing or
 * expires soon. It stays the same between starts, so that clients accept it once.
 */
export function loadSelfSigned({ env, stderr }: Io): LoadedCertificate {
  const folder = join(
    env.XDG_CACHE_HOME || env.LOCALAPPDATA || join(homedir(), '.cache'),
    'calmock',
  )
  const files = { cert: join(folder, 'localhost.cert.pem'), key: join(folder, 'localhost.key.pem') }
  const now = Date.now()
  const stored = readStored(files, now)
  if (stored) return { ...stored, selfSignedFile: files.cert }
  const created = createSelfSigned(now)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(files.key, created.key)
    replaceFile(files.cert, created.cert)
    return { ...created, selfSignedFile: files.cert }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    stderr.write(`calmock: warning: the certificate is valid for this start only: ${reason}\n`)
    return created
  }
}

/** Returns a stored pair that fits together and does not expire soon. */
function readStored(files: KeyPairPem, now: number): KeyPairPem | undefined {
  try {
    const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
    const certificate = new X509Certificate(pair.cert)
    const isValid = Date.parse(certificate.validTo) - now > RENEW_MS
    return isValid && certificate.checkPrivateKey(createPrivateKey(pair.key)) ? pair : undefined
  } catch {
    return undefined // no files, or damaged ones
  }
}

/** Replaces a file at once, readable by the user alone. */
function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
