import { expect, test } from 'vitest'
import { countCharacters, firstCharacters } from './characters.ts'

test.each([
  ['', 0],
  ['plain words', 11],
  ['Щёголева', 8],
  ['e\u0301', 1],
  ['👍🏽', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['🇵🇱🇩🇪', 2],
  ['a\nb', 3],
])('%j has %i characters', (text, count) => expect(countCharacters(text)).toBe(count))

test.each([
  ['plain', 5, 'plain'],
  ['plain', 2, 'pl'],
  ['a👨‍👩‍👧‍👦b', 2, 'a👨‍👩‍👧‍👦'],
  ['👍🏽👍🏽', 1, '👍🏽'],
  ['e\u0301e\u0301', 1, 'e\u0301'],
  ['abc', 0, ''],
])('of %j the first %i characters are %j', (text, max, first) =>
  expect(firstCharacters(text, max)).toBe(first),
)
