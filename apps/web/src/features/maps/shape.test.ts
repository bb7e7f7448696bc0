import { describe, expect, test } from 'vitest'
import type { MapObject } from '@stowage/domain/map-object'
import {
  blend,
  boundsOf,
  fontFamily,
  imageSource,
  paint,
  pathData,
  planBounds,
  transformOf,
} from './shape.ts'

const rectangle = (more: Partial<MapObject> = {}): MapObject => ({
  type: 'rectangle',
  uuid: 'u',
  x: 10,
  y: 20,
  width: 30,
  height: 40,
  ...more,
})
const polygon = (more: Partial<MapObject> = {}): MapObject => ({
  type: 'polygon',
  uuid: 'p',
  x: 100,
  y: 100,
  moveX: 10,
  moveY: 10,
  closed: true,
  path: [
    { x1: 10, y1: 10, x2: 30, y2: 10, x: 30, y: 10 },
    { x1: 30, y1: 10, x2: 30, y2: 50, x: 30, y: 50 },
  ],
  ...more,
})

describe('what a stranger may have put into a plan', () => {
  test.each([
    'url(https://evil.example/a.svg#x)',
    'red;background:url(x)',
    'var(--x)',
    'expression(alert(1))',
    '"><script>',
    '',
    null,
    undefined,
  ])('%s is no colour', (colour) => {
    expect(paint(colour, 'none')).toBe('none')
  })
  test.each(['#abc', '#AABBCC', 'lightgrey', 'rgb(1, 2, 3)', 'rgba(1,2,3,.5)', 'hsl(120deg 10% 20% / 50%)'])(
    '%s is a colour',
    (colour) => {
      expect(paint(colour, 'none')).toBe(colour)
    },
  )
  test('our own palette follows the scheme', () =>
    expect(paint('#F3F1ED', 'none')).toBe('var(--plan-ground)'))

  test.each([
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'data:image/png,raw',
    'data:image/png;base64,AAAA" onload="x',
    ' data:image/png;base64,AAAA',
    '',
    null,
    undefined,
  ])('%s is no picture', (href) => expect(imageSource(href)).toBeNull())
  test.each(['png', 'jpeg', 'webp'])('image/%s is a picture', (kind) => {
    const href = `data:image/${kind};base64,iVBORw0KGgo=`
    expect(imageSource(href)).toBe(href)
  })

  test('numbers in a path are numbers', () => {
    const hostile = polygon({
      moveX: '0 0"/><script>' as unknown as number,
      path: [{ x1: Number.NaN, y1: 1, x2: 2, y2: Infinity, x: 3, y: 4 }],
    })
    expect(pathData(hostile)).toBe('M0 10C0 1 2 0 3 4Z')
  })
  test('a font name cannot leave its quotes', () => {
    expect(fontFamily("x', url(y)")).not.toContain('url')
    expect(fontFamily('Open Sans')).toContain("'Open Sans'")
  })
  test('an unknown blend mode is normal', () => {
    expect(blend('multiply')).toBe('multiply')
    expect(blend('normal; fill: red')).toBe('normal')
  })
})

describe('where an object stands', () => {
  test('a rectangle as stored', () =>
    expect(boundsOf(rectangle())).toEqual({ x: 10, y: 20, width: 30, height: 40 }))
  test('turned by a quarter it is as wide as it was high, around the same middle', () => {
    const { x, y, width, height } = boundsOf(rectangle({ rotate: 90 }))
    expect([x, y, width, height].map(Math.round)).toEqual([5, 25, 40, 30])
  })
  test('a polygon stands where it was moved to', () => {
    expect(boundsOf(polygon())).toEqual({ x: 100, y: 100, width: 20, height: 40 })
    expect(transformOf(polygon())).toBe('translate(90 90)')
    expect(transformOf(polygon({ x: 10, y: 10 }))).toBeUndefined()
  })
  test('the middle of rotation is the middle of the thing', () =>
    expect(transformOf(rectangle({ rotate: 30 }))).toBe('rotate(30 25 40)'))
  test('a plan without objects still has an area', () =>
    expect(planBounds([])).toEqual({ x: -8, y: -8, width: 17, height: 17 }))
  test('missing and null measures count as nothing', () => {
    expect(boundsOf({ type: 'circle', uuid: 'c', x: 1, y: 2, width: null })).toEqual({
      x: 1,
      y: 2,
      width: 0,
      height: 0,
    })
  })
})
