import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoints } from './index.ts'
import { email, optionalText, text } from './fields.ts'
import { plainEmail, plainText } from './plain-text.ts'

const INVISIBLE = ['\u00ad', '\u200b', '\u200e', '\u200f', '\u202e', '\u2066', '\u2060', '\ufeff']

test.each(INVISIBLE)('B13: a letter that shows nothing is not kept (%j)', (letter) => {
  for (const value of [`${letter}Anna`, `An${letter}na`, `Anna${letter}`]) {
    expect(z.parse(text(1, 30), value)).toBe('Anna')
    expect(z.parse(optionalText(1, 30), value)).toBe('Anna')
  }
})

test('B13: joiners stay where a script or an emoji needs them', () => {
  expect(plainText('An\u200dna\u200c')).toBe('Anna')
  expect(plainText('می\u200cخواهم')).toBe('می\u200cخواهم')
  expect(plainText('👩\u200d👩\u200d👧')).toBe('👩\u200d👩\u200d👧')
  expect(plainText('Zu\u0308rich')).toBe('Zürich')
})

test('B13: domains are as mail servers know them, local parts as written', () => {
  expect(plainEmail('Anna@ſtowage.example')).toBe('Anna@stowage.example')
  expect(plainEmail('anna@münchen.example')).toBe('anna@xn--mnchen-3ya.example')
  expect(plainEmail('Anna.B@Example.com')).toBe('Anna.B@Example.com')
  expect(z.parse(email(), 'anna@ſtowage.example')).toBe('anna@stowage.example')
  expect(plainEmail('an\u200bna@example.com')).toBe('anna@example.com')
})

/** Texts that are no names: secrets, codes, files and whole tables are taken as they are. */
/** What names a record or a way, and is looked up or built in code: nothing is made that people read under it. */
const LOOKED_UP = new Set(['stock', 'boxSize', 'unitNumber', 'currency', 'arrivalDate', 'returnPath'])
const AS_TYPED =
  /password|token|csv|base64|code|pin|secret|key|svg|map|signature|drawing|(^|[a-z])ids?$|Id$|^id$/i

test('B13: no named text field of any call keeps a letter that turns the direction of what follows', () => {
  const kept: string[] = []
  for (const { body, method, path } of endpoints) {
    if (!(body instanceof z.ZodMiniObject)) continue
    for (const [field, schema] of Object.entries(body.shape as Record<string, z.ZodMiniType>)) {
      if (AS_TYPED.test(field) || LOOKED_UP.has(field) || path.endsWith('/erasure')) continue
      for (const value of ['An\u202ena', 'An\u200bna Berg']) {
        const read = z.safeParse(schema, value)
        if (read.success && typeof read.data === 'string' && /[\u202e\u200b]/.test(read.data))
          kept.push(`${method} ${path} ${field}`)
      }
    }
  }
  expect([...new Set(kept)]).toEqual([])
})
