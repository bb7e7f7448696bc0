/** Shapes of other programs: rectangles, circles, texts, pictures and outlines become objects of a map. */
import type { CurvePoint, MapObject } from '@stowage/domain/map-object'
import { straightTo, type Point } from './geometry.ts'
import { newUuid } from './new-object.ts'

/** Of one outline, as text. */
const longestPath = 200_000

/** Before the name of an attribute that the browser is not to take for what it is. */
export const QUIETLY = 'data-quiet-'

export interface Look {
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  readonly fontSize?: number
  readonly fontFamily?: string
}

/** A gradient or a pattern becomes one colour: a map holds none, and the shape matters more. */
const plain = (colour: string | undefined, otherwise: string): string | undefined =>
  colour !== undefined && /^url\(/i.test(colour) ? otherwise : colour

const number = (element: Element, name: string, otherwise = 0): number => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return Number.isFinite(value) ? value : otherwise
}

export function lookOf(element: Element, inherited: Look): Look {
  const style = new Map(
    (element.getAttribute(`${QUIETLY}style`) ?? '').split(';').flatMap((part) => {
      const [name, value] = part.split(':')
      return name === undefined || value === undefined ? [] : [[name.trim(), value.trim()] as const]
    }),
  )
  const given = (name: string): string | undefined =>
    style.get(name) ?? element.getAttribute(name) ?? undefined
  const measure = (name: string): number | undefined => {
    const value = Number.parseFloat(given(name) ?? '')
    return Number.isFinite(value) ? value : undefined
  }
  const own = {
    fill: given('fill'),
    stroke: given('stroke'),
    strokeWidth: measure('stroke-width'),
    fontSize: measure('font-size'),
    fontFamily: given('font-family')?.split(',')[0]?.replaceAll(/["']/g, ''),
  }
  return {
    ...inherited,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  }
}

/** Where a group or a shape lies; null for a transform other than a shift. */
export function placeOf(element: Element, at: Point): Point | null {
  const transform = element.getAttribute('transform')
  if (transform === null || transform.trim() === '') return at
  const shift = /^\s*translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)\s*$/.exec(transform)
  return shift === null ? null : { x: at.x + Number(shift[1]), y: at.y + Number(shift[2] ?? 0) }
}

/** @returns null for what a map cannot hold */
export function foreign(element: Element, at: Point, look: Look): MapObject | null {
  const base = { uuid: newUuid() }
  const paint = {
    fill: plain(look.fill, '#cccccc') ?? '#000000',
    ...(look.stroke === undefined || look.stroke === 'none'
      ? {}
      : { stroke: plain(look.stroke, '#646464'), strokeWidth: look.strokeWidth ?? 1 }),
  }
  switch (element.localName) {
    case 'rect':
      return {
        ...base,
        type: 'rectangle',
        x: at.x + number(element, 'x'),
        y: at.y + number(element, 'y'),
        width: number(element, 'width'),
        height: number(element, 'height'),
        radius: number(element, 'rx'),
        ...paint,
      }
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = [
        number(element, 'rx', number(element, 'r')),
        number(element, 'ry', number(element, 'r')),
      ]
      return {
        ...base,
        type: 'circle',
        x: at.x + number(element, 'cx') - rx,
        y: at.y + number(element, 'cy') - ry,
        width: 2 * rx,
        height: 2 * ry,
        ...paint,
      }
    }
    case 'image':
      return {
        ...base,
        type: 'image',
        x: at.x + number(element, 'x'),
        y: at.y + number(element, 'y'),
        width: number(element, 'width', 100),
        height: number(element, 'height', 100),
        xlinkHref:
          element.getAttribute('href') ?? element.getAttributeNS('http://www.w3.org/1999/xlink', 'href'),
      }
    case 'text': {
      const fontSize = look.fontSize ?? 16
      return {
        ...base,
        type: 'text',
        x: at.x + number(element, 'x'),
        y: at.y + number(element, 'y') - fontSize * 0.85,
        text: (element.textContent ?? '').trim().replaceAll(/\s+/g, ' '),
        fontSize,
        ...(look.fontFamily === undefined ? {} : { fontFamily: look.fontFamily }),
        textColor: plain(look.fill, '#000000') ?? '#000000',
      }
    }
    case 'line':
    case 'polyline':
    case 'polygon':
    case 'path':
      return outline(element, at, { ...paint, ...base })
    default:
      return null
  }
}

function outline(
  element: Element,
  at: Point,
  look: Pick<MapObject, 'uuid' | 'fill' | 'stroke' | 'strokeWidth'>,
): MapObject | null {
  const made = (start: Point, path: readonly CurvePoint[], closed: boolean): MapObject | null =>
    path.length === 0
      ? null
      : {
          ...look,
          type: 'polygon',
          x: at.x + start.x,
          y: at.y + start.y,
          moveX: start.x,
          moveY: start.y,
          path,
          closed,
        }
  if (element.localName === 'path') {
    const read = readPath(element.getAttribute('d') ?? '')
    return read === null ? null : made(read.start, read.path, read.closed)
  }
  const points =
    element.localName === 'line'
      ? [
          { x: number(element, 'x1'), y: number(element, 'y1') },
          { x: number(element, 'x2'), y: number(element, 'y2') },
        ]
      : pairs(element.getAttribute('points') ?? '')
  const isClosed = element.localName === 'polygon'
  const [start] = points
  if (start === undefined) return null
  const ring = isClosed ? [...points, start] : points
  return made(
    start,
    ring.slice(1).map((point, index) => straightTo(ring[index]!, point)),
    isClosed,
  )
}

function pairs(text: string): Point[] {
  const numbers = (text.match(/-?[\d.]+(?:e-?\d+)?/gi) ?? []).map(Number)
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    x: numbers[2 * index] ?? 0,
    y: numbers[2 * index + 1] ?? 0,
  }))
}

/** One outline of lines and curves; null for anything else (arcs, several outlines). */
function readPath(d: string): { start: Point; path: CurvePoint[]; closed: boolean } | null {
  if (d.length > longestPath) return null
  const parts = d.match(/[a-z]|-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []
  let at: Point = { x: 0, y: 0 }
  let start: Point | null = null
  let command = ''
  let index = 0
  let closed = false
  const path: CurvePoint[] = []
  const next = (): number => Number(parts[index++])
  const isNumber = (): boolean => index < parts.length && !/[a-df-z]/i.test(parts[index]!)
  while (index < parts.length) {
    if (!isNumber()) command = parts[index++]!
    // A number where a command is to stand: after the end of the outline it would be read for ever.
    else if (command === '' || closed) return null
    if (command.toUpperCase() === 'Z') {
      closed = true
      continue
    }
    if (closed) return null
    const origin = command === command.toUpperCase() ? { x: 0, y: 0 } : at
    const point = (): Point => ({ x: origin.x + next(), y: origin.y + next() })
    switch (command.toUpperCase()) {
      case 'M':
        if (start !== null) return null
        start = at = point()
        command = command === 'M' ? 'L' : 'l'
        break
      case 'L': {
        const to = point()
        path.push(straightTo(at, to))
        at = to
        break
      }
      case 'H':
      case 'V': {
        const value = next()
        const to =
          command.toUpperCase() === 'H' ? { x: origin.x + value, y: at.y } : { x: at.x, y: origin.y + value }
        path.push(straightTo(at, to))
        at = to
        break
      }
      case 'C': {
        const [one, two, to] = [point(), point(), point()]
        path.push({ x1: one.x, y1: one.y, x2: two.x, y2: two.y, x: to.x, y: to.y })
        at = to
        break
      }
      case 'Q': {
        const [control, to] = [point(), point()]
        const third = (a: Point, b: Point): Point => ({
          x: a.x + ((b.x - a.x) * 2) / 3,
          y: a.y + ((b.y - a.y) * 2) / 3,
        })
        const [one, two] = [third(at, control), third(to, control)]
        path.push({ x1: one.x, y1: one.y, x2: two.x, y2: two.y, x: to.x, y: to.y })
        at = to
        break
      }
      default:
        return null
    }
    if (![at.x, at.y].every(Number.isFinite)) return null
  }
  if (start === null) return null
  if (closed && (at.x !== start.x || at.y !== start.y)) path.push(straightTo(at, start))
  return { start, path, closed }
}
