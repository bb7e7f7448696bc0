import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differenceOf, keepPicture, type Taken } from './keep-picture.ts'
import type { SaidIn } from './labels.ts'
import { webpSize } from './webp-size.ts'

const none = { exact: new Set<string>(), filled: [] }
const said: SaidIn = { en: { exact: new Set(['My boxes']), filled: [] }, de: none, ru: none }
let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-pictures-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** A screen: a ground and a card on it, some pixels to the right. */
const screen = async (shift = 0, card = '#ffffff'): Promise<Buffer> =>
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#f6f5f2' } })
    .composite([
      {
        input: { create: { width: 160, height: 120, channels: 3, background: card } },
        left: 40 + shift,
        top: 60,
      },
    ])
    .png()
    .toBuffer()

test('what is kept is a WebP with its words, ours marked, figures left open', async () => {
  await keepPicture(folder, said, {
    name: 'one',
    device: 'phone',
    png: await screen(),
    text: 'My boxes\n\nYA106, 7.5 m²\nYA207, 3.5 m²\nMy boxes',
  })
  expect(webpSize(fs.readFileSync(path.join(folder, 'one.webp')))).toEqual({ width: 400, height: 300 })
  expect(fs.readFileSync(path.join(folder, 'one.txt'), 'utf8')).toBe('# phone\n= My boxes\n  YA#, # m²\n')
})

test('the same screen with other figures, drawn a hair aside, is current', async () => {
  const now: Taken = { name: 'one', device: 'phone', png: await screen(1), text: 'My boxes\nYA299, 12.5 m²' }
  expect(await differenceOf(folder, said, now)).toBeUndefined()
})

test.each([
  ['other words', 'My boxes\nYA1, 2.5 m²\nMove out', 0, /other words.*New: Move out/],
  ['fewer words', 'My boxes', 0, /Not any more: YA#, # m²/],
  ['another place', 'My boxes\nYA1, 2.5 m²', 120, undefined],
])('%s: out of date', async (_what, text, shift, message) => {
  const difference = await differenceOf(folder, said, {
    name: 'one',
    device: 'phone',
    png: await screen(shift, '#045c62'),
    text,
  })
  expect(difference).toMatch(message ?? /the same words, but \d+ % of it looks different/)
})

test('what was never taken is told', async () => {
  expect(
    await differenceOf(folder, said, { name: 'two', device: 'desk', png: await screen(), text: '' }),
  ).toMatch(/no picture yet/)
})
