import { describe, expect, it, test } from 'vitest'
import { cutSms, plainSms, shortened, sizeOfSms } from './sms-text.ts'

describe('segments', () => {
  test.each([
    ['nothing', '', 'gsm7', 0, 0],
    ['160 septets are one', 'a'.repeat(160), 'gsm7', 160, 1],
    ['161 are two', 'a'.repeat(161), 'gsm7', 161, 2],
    ['306 are two', 'a'.repeat(306), 'gsm7', 306, 2],
    ['307 are three', 'a'.repeat(307), 'gsm7', 307, 3],
    ['the euro takes two septets', `${'a'.repeat(158)}€`, 'gsm7', 160, 1],
    ['and is not torn', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
    ['umlauts are of the alphabet', 'Grüße, Öl, Maß, Ä', 'gsm7', 17, 1],
    ['one Polish letter makes it UCS-2', 'ł', 'ucs2', 1, 1],
    ['70 units are one', 'ж'.repeat(70), 'ucs2', 70, 1],
    ['71 are two', 'ж'.repeat(71), 'ucs2', 71, 2],
    ['134 are two', 'ж'.repeat(134), 'ucs2', 134, 2],
    ['135 are three', 'ж'.repeat(135), 'ucs2', 135, 3],
    ['an emoji takes two units', '👍'.repeat(35), 'ucs2', 70, 1],
    ['and is not torn between parts', `${'ж'.repeat(66)}👍${'ж'.repeat(66)}`, 'ucs2', 134, 3],
  ] as const)('%s', (_name, text, encoding, units, segments) => {
    expect(sizeOfSms(text)).toEqual({ encoding, units, segments })
  })
})

it('writes what every phone has instead of the signs of a page', () => {
  const said = plainSms('«Пресня» — 1\u00a0234,00\u202fEUR … „x“ ’\u200b\u202e\n')
  expect(said).toBe('"Пресня" - 1 234,00 EUR ... "x" \'')
  expect(sizeOfSms(plainSms('7\u00a0776,00\u00a0€ – “Moabit”')).encoding).toBe('gsm7')
})

test.each([
  ['Moabit', 6, 'Moabit'],
  ['Moabit-West', 7, 'Moabit'],
  ['Cichy Magazyn, Wola', 16, 'Cichy Magazyn'],
  ['Ruhelager Berlin, Moabit', 16, 'Ruhelager Berlin'],
  ['Lagerhausgesellschaft', 16, 'Lagerhausgesell.'],
  ['A Lagerhausgesellschaft', 16, 'A Lagerhausgese.'],
  ['👍'.repeat(9), 3, '👍👍.'],
] as const)('%s in %i letters is %s', (name, most, short) => {
  expect(shortened(name, most)).toBe(short)
})

test.each([['a'], ['ж'], ['€'], ['👍']])('what is cut is as long as two segments hold: %s', (letter) => {
  const cut = cutSms(letter.repeat(400))
  expect(sizeOfSms(cut).segments).toBe(2)
  expect(sizeOfSms(cut + letter).segments).toBe(3)
})
