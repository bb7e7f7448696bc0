import { expect, test } from 'vitest'
import { bindBoxes, type MapObject } from './map-object.ts'

const at = (uuid: string, more: Partial<MapObject> = {}): MapObject => ({
  type: 'rectangle-with-text',
  uuid,
  x: 0,
  y: 0,
  ...more,
})
const boxes = [
  { id: 'one', unitNumber: 'YA1' },
  { id: 'two', unitNumber: 'YA2' },
]
const bound = (...objects: MapObject[]) =>
  Object.fromEntries([...bindBoxes(objects, boxes)].map(([uuid, { id }]) => [uuid, id]))

test('a box is bound by its id, by a text equal to its number, and once', () => {
  expect(bound(at('a', { boxId: 'one', text: 'Corner' }), at('b', { text: ' YA2 ' }), at('c'))).toEqual({
    a: 'one',
    b: 'two',
  })
  expect(bound(at('a', { text: 'YA1' }), at('b', { text: 'YA1' }))).toEqual({ a: 'one' })
})

test('what names a box by its id has it, whatever is drawn before with its number', () => {
  expect(bound(at('label', { type: 'text', text: 'YA1' }), at('door', { boxId: 'one' }))).toEqual({
    door: 'one',
  })
})

// A box is gone, and another one, drawn elsewhere, has got its number: whoever books it must find it where it is.
test('a shape of a box that is gone takes a number only where nothing else stands for it', () => {
  const old = at('old', { boxId: 'gone', text: 'YA2' })
  expect(bound(old, at('new', { boxId: 'two', text: 'YA2' }))).toEqual({ new: 'two' })
  expect(bound(old, at('new', { text: 'YA2' }))).toEqual({ new: 'two' })
  expect(bound(old)).toEqual({ old: 'two' })
})
