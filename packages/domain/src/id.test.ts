import { expect, it } from 'vitest'
import { isId } from './id.ts'

it.each([
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', true],
  ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', true],
  ['8ZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
  ['01arz3ndektsv4rrffq69g5fav', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FA', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAVX', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAI', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAU', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV\n', false],
  ['', false],
])('%j: %s', (text, expected) => {
  expect(isId(text)).toBe(expected)
})
