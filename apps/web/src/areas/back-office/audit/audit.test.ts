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
    { field: 'permissions', before: null, after: '["x"]' },
  ])
  expect(differences({ before: { name: 'A' }, after: undefined })).toEqual([
    { field: 'name', before: 'A', after: null },
  ])
})

test('a list or a bare value is one field without a name', () => {
  expect(differences({ before: undefined, after: [1, 2] })).toEqual([
    { field: '', before: null, after: '[1,2]' },
  ])
})
