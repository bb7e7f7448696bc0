import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAccessList, signAccessList, type AccessList } from './access-list.ts'
import { canonicalJson } from './canonical-json.ts'
import { hashPin, isPin } from './pin.ts'

const keys = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const list: AccessList = {
  siteId: 'north',
  version: 7,
  issuedAt: '2026-11-22T09:00:00Z',
  validUntil: '2026-11-25T09:00:00Z',
  staffValidUntil: '2026-12-06T09:00:00Z',
  hours: { opens: '09:00', closes: '21:00', timeZone: 'Europe/Berlin' },
  exits: [],
  entries: [
    {
      entryId: 'e1',
      box: 'Ä-12',
      lockIds: ['1:01:12'],
      equipmentIds: ['1:09:01'],
      from: '2026-11-01T00:00:00Z',
      until: null,
      blocked: false,
      salt: 'c2FsdHNhbHRzYWx0c2FsdA',
      pinHash: 'aGFzaA',
      kdf: 'scrypt-14-8-1',
    },
  ],
  staff: [],
}

test('a list is read as it was signed, also after it has travelled and with members of a newer server', () => {
  const travelled = JSON.parse(JSON.stringify(signAccessList(list, keys.privateKey))) as object
  expect(readAccessList(travelled, 'north', keys.publicKey)).toEqual({ list: travelled })
  const newer = signAccessList({ ...list, grade: 'new' } as AccessList, keys.privateKey)
  expect(readAccessList(newer, 'north', keys.publicKey)).toMatchObject({ list: { version: 7 } })
})

test('a list of another site, of another key, or changed by anybody is refused, and says where', () => {
  const signed = signAccessList(list, keys.privateKey)
  expect(readAccessList(signed, 'south', keys.publicKey)).toEqual({ fault: 'siteId' })
  const stranger = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  expect(readAccessList(signed, 'north', stranger.publicKey)).toEqual({ fault: 'signature' })
  for (const change of [
    { version: 8 },
    { validUntil: '2027-11-25T09:00:00Z' },
    { hours: { ...list.hours, closes: '23:59' } },
    { entries: [{ ...list.entries[0]!, blocked: true }] },
    { grade: 'new' },
  ])
    expect(readAccessList({ ...signed, ...change }, 'north', keys.publicKey)).toEqual({ fault: 'signature' })
  expect(readAccessList({ ...signed, version: '8' }, 'north', keys.publicKey)).toEqual({ fault: 'version' })
  expect(readAccessList(null, 'north', keys.publicKey)).toEqual({ fault: 'body' })
})

test('canonical JSON does not depend on the order of members', () => {
  expect(canonicalJson({ b: 1, a: { d: [2, { f: null, e: 'ü"' }], c: true }, g: undefined })).toBe(
    String.raw`{"a":{"c":true,"d":[2,{"e":"ü\"","f":null}]},"b":1}`,
  )
})

test('a PIN is known by its hash, and two of the same PIN do not look the same', async () => {
  const [one, other] = await Promise.all([hashPin('482913'), hashPin('482913')])
  expect(one.pinHash).not.toBe(other.pinHash)
  expect(await isPin('482913', one)).toBe(true)
  expect(await isPin('482914', one)).toBe(false)
  expect(await isPin('482913', { ...one, salt: other.salt })).toBe(false)
})
