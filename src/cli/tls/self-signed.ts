import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate and its private key, in PEM. */
export interface KeyPairPem {
  readonly cert: string
  readonly key: string
}

/** 397 days: browsers reject certificates that are valid for longer. */
const VALID_MS = 397 * 24 * 60 * 60 * 1000

/**
 * Creates a certificate for localhost, 127.0.0.1 and ::1, signed with its own key. It is not a certificate
 * authority: a client that trusts it trusts nothing else.
 *
 * Choice: written here with node:crypto, because a library for it weighs 560 kB in the package.
 */
export function createSelfSigned(now: number): KeyPairPem {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = createBody(publicKey.export({ type: 'spki', format: 'der' }), now)
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, sequence(ecdsaWithSha256), encode(0x03, zero, signature))
  return {
    cert: toPem(certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const toPem = (certificate: Buffer): string => {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Creates the part of a certificate that is signed (RFC 5280, section 4.1). */
function createBody(publicKey: Buffer, now: number): Buffer {
  const name = sequence(encode(0x31, sequence(oid(2, 5, 4, 3), encode(0x0c, text('localhost')))))
  return sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))), // version 3
    encode(0x02, Buffer.from([1]), randomBytes(15)), // serial number
    sequence(ecdsaWithSha256),
    name, // issuer
    sequence(toTime(now - 60_000), toTime(now + VALID_MS)), // a clock may be a little late
    name, // subject
    publicKey,
    encode(0xa3, sequence(...createExtensions())),
  )
}

function createExtensions(): readonly Buffer[] {
  const loopback6 = Buffer.from([...Array<number>(15).fill(0), 1])
  const names = sequence(
    encode(0x82, text('localhost')),
    encode(0x87, Buffer.from([127, 0, 0, 1])),
    encode(0x87, loopback6),
  )
  const serverAuth = sequence(oid(1, 3, 6, 1, 5, 5, 7, 3, 1))
  const digitalSignature = encode(0x03, Buffer.from([7, 0x80]))
  return [
    createExtension(oid(2, 5, 29, 17), names),
    createExtension(oid(2, 5, 29, 19), critical, sequence()), // no certificate authority
    createExtension(oid(2, 5, 29, 15), critical, digitalSignature),
    createExtension(oid(2, 5, 29, 37), serverAuth),
  ]
}

const createExtension = (id: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const value = parts.at(-1) ?? zero
  return sequence(id, ...parts.slice(0, -1), encode(0x04, value))
}

/** Encodes a time before 2050 as YYMMDDHHMMSSZ. */
const toTime = (ms: number): Buffer =>
  encode(0x17, text(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

/** Encodes an object identifier whose arcs are below 2^14. */
function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const arcs = rest.flatMap((arc) => (arc < 128 ? [arc] : [128 | (arc >> 7), arc & 127]))
  return encode(0x06, Buffer.from([40 * first + second, ...arcs]))
}

const sequence = (...parts: readonly Buffer[]): Buffer => encode(0x30, ...parts)

/** Encodes a value in DER: its tag, its length and its bytes. */
function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), value])
}

const text = (value: string): Buffer => Buffer.from(value)
const zero = Buffer.from([0])
const critical = encode(0x01, Buffer.from([255]))
const ecdsaWithSha256 = oid(1, 2, 840, 10045, 4, 3, 2)
