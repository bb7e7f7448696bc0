import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import selfsigned from 'selfsigned'
import { writeText } from '../state/kept-value.ts'

// Usage: node make-certificate.ts FILE
// A key and the certificate that it signs for itself, in one file, whole or not at all. A program of its own: see carriers/certificate.ts.
// It is known by its fingerprint alone, so its name says nothing about where it stands. Long before and long after: the clock of a site
// may be wrong, and nobody comes to renew it.
const FROM = '2020-01-01T00:00:00Z'
const UNTIL = '2049-12-31T00:00:00Z'

const file = process.argv[2]
if (file === undefined) throw new Error('no file was named')
const name = `stowage-site-${randomBytes(8).toString('hex')}`
const made = await selfsigned.generate([{ name: 'commonName', value: name }], {
  keyType: 'ec',
  curve: 'P-256',
  algorithm: 'sha256',
  notBeforeDate: new Date(FROM),
  notAfterDate: new Date(UNTIL),
  extensions: [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
  ],
})
mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
writeText(file, `${made.private.trim()}\n${made.cert.trim()}\n`)
