import { expect, test } from 'vitest'
import { differences } from './audit.ts'

test('a change shows the fields that differ, in words and figures', () => {
  const before = { city: 'Bonn', size: 1, latitude: null }
  const after = { city: 'Bonn', size: 2, latitude: 50.7 }
  expect(differences({ before, after })).toEqual([
    { field: 'size', before: '1', after: '2' },
    { field: 'latitude', before: null, after: '50.7' },
  ])
})

test('what was made shows all of it, what was deleted too', () => {
  expect(differences({ before: null, after: { name: 'A', permissions: ['x'] } })).toEqual([
    { field: 'name', before: null, after: 'A' },
    { field: 'permissions', before: null, after: 'x' },
  ])
  expect(differences({ before: { name: 'A' }, after: undefined })).toEqual([
    { field: 'name', before: 'A', after: null },
  ])
})

test('an act on many boxes shows them one by one, under their numbers', () => {
  const before = { boxes: { A001: { monthRate: 2000 }, A002: { monthRate: 2000 } } }
  const after = { count: 2, boxes: { A001: { monthRate: 2500 }, A002: { monthRate: 3000 } } }
  expect(differences({ before, after })).toEqual([
    { field: 'A001', before: 'monthRate: 2000', after: 'monthRate: 2500' },
    { field: 'A002', before: 'monthRate: 2000', after: 'monthRate: 3000' },
    { field: 'count', before: null, after: '2' },
  ])
})

test('what has a name is said without its id, what has none by it', () => {
  const documents = [
    { id: '01', kind: 'passport' },
    { id: '02', kind: null },
  ]
  expect(differences({ before: null, after: { documents, stock: { id: '03' } } })).toEqual([
    { field: 'documents', before: null, after: 'kind: passport, kind: –' },
    { field: 'stock', before: null, after: 'id: 03' },
  ])
})

test('a list or a bare value is one field without a name', () => {
  expect(differences({ before: undefined, after: [1, 2] })).toEqual([
    { field: '', before: null, after: '1, 2' },
  ])
})
