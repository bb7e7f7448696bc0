import { describe, expect, test } from 'vitest'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { mapObjectTypes, type MapObject } from '@stowage/domain/map-object'
import { shownColour, typedColour } from './colour.ts'
import { commonOf, sameOr } from './common.ts'
import { fontGroups } from './fonts.ts'
import { ownFrame, pivotOf, turnPoint } from './geometry.ts'
import { imageKind, sizesToTry } from './image-size.ts'
import { newObject } from './new-object.ts'
import { groupOf, rowsInSight, rowsOf } from './object-rows.ts'
import { keptNumber, numberOf, numbers, styleOf, withNumber, withStyle } from './properties.ts'

const rect = (more: Partial<MapObject> = {}): MapObject => ({
  ...newObject('rectangle-with-text', { x: 10, y: 20 }, ''),
  width: 100,
  height: 60,
  ...more,
})
const triangle = (more: Partial<MapObject> = {}): MapObject => ({
  ...newObject('polygon', { x: 100, y: 100 }, ''),
  closed: true,
  path: [
    { x1: 100, y1: 100, x2: 200, y2: 100, x: 200, y: 100 },
    { x1: 200, y1: 100, x2: 100, y2: 200, x: 100, y: 200 },
  ],
  ...more,
})

describe('common values', () => {
  test('one, different ones, none', () => {
    expect(commonOf([1, 1], (one) => one)).toEqual({ kind: 'same', value: 1 })
    expect(commonOf([1, 2, 1], (one) => one)).toEqual({ kind: 'different' })
    expect(commonOf([1, 2], () => undefined)).toEqual({ kind: 'none' })
  })
  test('who does not have the property does not count', () => {
    const common = commonOf([rect({ radius: 3 }), triangle()], (object) => numberOf(object, 'radius'))
    expect(sameOr(common, null)).toBe(3)
  })
})

describe('numbers', () => {
  test.each([
    ['x', 12.6, 13],
    ['rotate', 12.54, 12.5],
    ['width', 0, null],
    ['fontSize', 401, null],
    ['strokeWidth', -1, null],
    ['y', Number.NaN, null],
    ['y', undefined, null],
  ] as const)('%s typed as %s is kept as %s', (property, typed, kept) =>
    expect(keptNumber(property, typed)).toBe(kept),
  )

  test.each(mapObjectTypes)('what is set on a %s is read again, and the server takes it', (type) => {
    const made = type.startsWith('polygon') ? triangle({ type }) : rect({ type })
    for (const property of numbers) {
      if (numberOf(made, property) === undefined) continue
      const set = withNumber(made, property, 42)
      expect([property, numberOf(set, property)]).toEqual([property, 42])
      expect(cleanMapObjects([set]).problems).toEqual([])
    }
  })
  test('the same value is the same object', () => {
    const box = rect()
    expect(withNumber(box, 'width', 100)).toBe(box)
    expect(withNumber(triangle(), 'radius', 5)).not.toHaveProperty('radius')
  })
  test('a width leaves the other side and the corner where they are', () =>
    expect(ownFrame(withNumber(triangle(), 'width', 50))).toEqual({ x: 100, y: 100, width: 50, height: 100 }))
  test('a polygon turns around its middle', () => {
    const middle = (object: MapObject) => {
      const { x, y, width, height } = ownFrame(object)
      return turnPoint({ x: x + width / 2, y: y + height / 2 }, pivotOf(object), object.rotate ?? 0)
    }
    const [before, after] = [middle(triangle()), middle(withNumber(triangle(), 'rotate', 90))]
    expect(Math.hypot(before.x - after.x, before.y - after.y)).toBeLessThan(1)
  })
  test('a text without an area gets one', () => {
    const text: MapObject = { type: 'text', uuid: 't', x: 0, y: 0, text: 'Gate', fontSize: 20 }
    expect(withNumber(text, 'width', 80)).toMatchObject({ width: 80, height: 24, fontSize: 20 })
  })
})

describe('styles', () => {
  test('defaults are shown as they are seen', () => {
    expect(styleOf({ type: 'circle', uuid: 'c', x: 0, y: 0 }, 'fill')).toBe('yellow')
    expect(styleOf({ type: 'image', uuid: 'i', x: 0, y: 0 }, 'fill')).toBeUndefined()
    expect(styleOf(rect({ fontWeight: '700' }), 'fontWeight')).toBe('bold')
  })
  test('a stroke of no width becomes one that is seen', () =>
    expect(withStyle({ type: 'rectangle', uuid: 'r', x: 0, y: 0 }, 'stroke', '#ff0000')).toMatchObject({
      stroke: '#ff0000',
      strokeWidth: 1,
    }))
  test('every family is one that the server takes', () => {
    const families = fontGroups.flatMap((group) => group.families)
    expect(families.length).toBe(34)
    expect(new Set(families).size).toBe(34)
    const objects = families.map((fontFamily, index) => rect({ uuid: `f${index}`, fontFamily }))
    expect(cleanMapObjects(objects).problems).toEqual([])
  })
})

describe('colours', () => {
  test.each([
    ['f00', '#ff0000'],
    ['#EFEFED', '#efefed'],
    [' 12345678 ', '#12345678'],
    ['transparent', 'none'],
    ['tomato', 'tomato'],
    ['tomatoe', null],
    ['#12345', null],
    ['url(#a)', null],
    ['', null],
  ])('%j is %j', (typed, kept) => expect(typedColour(typed, (name) => name === 'tomato')).toBe(kept))
  test('hex is shown in capitals', () => {
    expect(shownColour('#efefed')).toBe('#EFEFED')
    expect(shownColour('blue')).toBe('blue')
  })
})

describe('the list of objects', () => {
  const compare = new Intl.Collator('en', { numeric: true }).compare
  const objects = [
    rect({ uuid: 'b10', text: 'A10' }),
    rect({ uuid: 'b9', text: 'A9' }),
    rect({ uuid: 'lift', text: 'Lift', role: 'lift' }),
    triangle({ uuid: 'wall', role: 'wall' }),
    { type: 'text', uuid: 'label', x: 0, y: 0, text: 'Gate 1' } as const,
  ]
  test('groups', () => {
    expect(objects.map(groupOf)).toEqual(['boxes', 'boxes', 'other', 'walls', 'labels'])
    expect(groupOf(rect({ text: '', boxId: '01M80E8W906Y1KC8VW2T12D6DY' }))).toBe('boxes')
  })
  test('numbers by their value, closed groups without their rows', () => {
    const rows = rowsOf(objects, '', (group) => group === 'boxes', compare)
    expect(rows.map((row) => (row.kind === 'group' ? `${row.group} ${row.count}` : row.object.uuid))).toEqual(
      ['walls 1', 'labels 1', 'boxes 2', 'b9', 'b10', 'other 1'],
    )
    expect(rows[4]).toMatchObject({ place: 2, count: 2 })
  })
  test('a search opens what it finds and leaves the rest out', () => {
    const rows = rowsOf(objects, ' a1', () => false, compare)
    expect(rows.map((row) => (row.kind === 'group' ? row.group : row.object.uuid))).toEqual(['boxes', 'b10'])
  })
  test('of many rows only those in sight are drawn', () => {
    expect(rowsInSight(500, 30, 9000, 600)).toEqual({ from: 0, to: 500 })
    const { from, to } = rowsInSight(12_000, 30, 30 * 6000, 600)
    expect(from).toBeLessThanOrEqual(6000)
    expect(to).toBeGreaterThanOrEqual(6020)
    expect(to - from).toBeLessThan(60)
    // Scrolled further than a list that has become shorter.
    expect(rowsInSight(600, 30, 30 * 6000, 600).to).toBe(600)
  })
})

describe('pictures', () => {
  test('never larger than they are, each try smaller than the one before', () => {
    expect(sizesToTry(200, 100)[0]).toEqual({ width: 200, height: 100 })
    const tries = sizesToTry(10_000, 4)
    expect(tries[0]).toEqual({ width: 3400, height: 1 })
    expect(tries.every(({ width, height }) => width >= 1 && height >= 1)).toBe(true)
    expect(tries.map(({ width }) => width)).toEqual(tries.map(({ width }) => width).toSorted((a, b) => b - a))
  })
  test.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0], 'png'],
    [[0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0], 'jpeg'],
    [Array.from('RIFF1234WEBP', (sign) => sign.charCodeAt(0)), 'webp'],
    [Array.from('<svg onload=', (sign) => sign.charCodeAt(0)), null],
    [[], null],
  ])('%j is %s', (head, kind) => expect(imageKind(new Uint8Array(head))).toBe(kind))
})
