import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, texts } from './plain-search.ts'

test('values of an address stay the texts they are', () => {
  expect(parseSearch('?stockId=12&flag=true&name=%22a%22+b')).toEqual({
    stockId: '12',
    flag: 'true',
    name: '"a" b',
  })
})

test('an address is written without quotes and without what is not there', () => {
  expect(stringifySearch({ stockId: '12', page: 2, gone: undefined, nothing: null })).toBe(
    '?stockId=12&page=2',
  )
  expect(stringifySearch({})).toBe('')
})

test('what was written is read again', () => {
  const search = { from: '/boxes/1?stockId=2#x', email: 'a+b@mail.ru', empty: '' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('a page takes its own values and no others', () => {
  expect(texts('a', 'b')({ a: '1', b: '', c: '3' })).toEqual({ a: '1' })
  expect(texts('a')({ a: 5 })).toEqual({})
})
