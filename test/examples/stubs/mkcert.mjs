#!/usr/bin/env node
// Checks the arguments of mkcert. Writes a self-signed certificate instead of one that browsers trust.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'

const args = process.argv.slice(2)

if (args[0] === '-install') assert.equal(args.length, 1)
else {
  const [certificateFlag, certificate, keyFlag, key, ...names] = args
  assert.deepEqual([certificateFlag, keyFlag], ['-cert-file', '-key-file'])
  assert(names.length > 0, 'no host names')
  for (const name of names) assert.match(name, /^[\w.:-]+$/)
  const file = ['-keyout', key, '-out', certificate]
  const subject = ['-subj', '/CN=mkcert', '-addext', `subjectAltName=DNS:${names.join(',DNS:')}`]
  const flags = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...file, ...subject]
  execFileSync('openssl', flags, { stdio: ['ignore', 'ignore', 'inherit'] })
}
