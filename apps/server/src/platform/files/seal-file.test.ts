import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealer } from '../seal.ts'
import { fileKeyOf, newFileKey, openFile, sealFile } from './seal-file.ts'
import { openSealed } from './take-in-sealed.ts'

const sealer = createSealer(randomBytes(32).toString('base64url'), 'kyc')

test.each([0, 1, 3 * 1024 * 1024 + 17])(
  'a file of %i bytes opens with its own key, in its own row, and nowhere else',
  async (size) => {
    const plain = randomBytes(size)
    const { key, sealedKey } = newFileKey(sealer, 'row-1')
    const sealed = Buffer.from(sealFile(plain, key, 'row-1'))
    const open = async (row: string, own: string | null) =>
      await openSealed(sealer, Buffer.from(sealed), { id: row, sealedKey: own, as: 'bytes' })
    expect((await open('row-1', sealedKey)).equals(plain)).toBe(true)
    const letters = await openSealed(sealer, Buffer.from(sealed), { id: 'row-1', sealedKey, as: 'base64' })
    expect(letters.toString()).toBe(plain.toString('base64'))
    await expect(open('row-1', newFileKey(sealer, 'row-1').sealedKey)).rejects.toThrow('authenticate')
    await expect(open('row-2', sealedKey)).rejects.toThrow('authenticate')
    // Whoever has the storage key and no key of the file has nothing.
    await expect(open('row-1', null)).rejects.toThrow('unknown version')
  },
)

test('a key belongs to its row', () => {
  const { key, sealedKey } = newFileKey(sealer, 'row')
  expect(Buffer.from(fileKeyOf(sealer, sealedKey, 'row')).equals(key)).toBe(true)
  expect(() => fileKeyOf(sealer, sealedKey, 'other')).toThrow('authenticate')
})

test('a changed byte anywhere is noticed', () => {
  const { key } = newFileKey(sealer, 'row')
  const sealed = sealFile(Buffer.from('passport'), key, 'row')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openFile(changed, key, 'row'), String(at)).toThrow(/authenticate|key of its own/)
  }
})

test('what was sealed before files had keys of their own opens still', async () => {
  const old = Buffer.from(sealer.seal(Buffer.from('passport'), 'row'))
  expect((await openSealed(sealer, old, { id: 'row', sealedKey: null, as: 'bytes' })).toString()).toBe(
    'passport',
  )
})
