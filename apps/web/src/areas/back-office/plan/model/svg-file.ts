/**
 * A map as an SVG file and back. What is written here is read back field by field (the object stands beside its shape as data);
 * files of other programs become rectangles, circles, texts and polygons, and what else is in them is left out and counted.
 */
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { limits } from '@stowage/domain/limits'
import type { CurvePoint, MapObject } from '@stowage/domain/map-object'
import { finite, pathData, transformOf } from '../../../../features/maps/index.ts'
import { straightTo, type Point } from './geometry.ts'
import { newUuid } from './new-object.ts'

const OURS = 'data-stowage'
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0) ?? 63};`)

/** The whole map as a file that any program draws. Boxes are named by what stands on them; ids of ours are not in it. */
export function svgOf(
  objects: readonly MapObject[],
  canvas: { readonly width: number; readonly height: number },
): string {
  const { width, height } = canvas
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...objects.map(elementOf),
    '</svg>',
    '',
  ].join('\n')
}

function elementOf(object: MapObject): string {
  const { boxId: _box, uuid: _uuid, xlinkHref, ...rest } = object
  const data = ` ${OURS}="${escaped(JSON.stringify(rest))}"`
  const attributes = (given: Readonly<Record<string, unknown>>): string =>
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
      .join('')
  const { x, y } = { x: finite(object.x), y: finite(object.y) }
  const [width, height] = [finite(object.width), finite(object.height)]
  const paint = { fill: object.fill ?? 'none', stroke: object.stroke, 'stroke-width': object.strokeWidth }
  const transform = transformOf(object)
  const style = object.blendMode == null ? '' : ` style="mix-blend-mode:${escaped(object.blendMode)}"`
  const words = (place: Readonly<Record<string, unknown>>): string =>
    `<text${attributes({
      ...place,
      'font-family': object.fontFamily,
      'font-size': object.fontSize ?? 20,
      'font-weight': object.fontWeight,
      'font-style': object.fontStyle,
      'text-decoration': object.textDecoration,
      fill: object.textColor ?? '#000000',
      transform,
    })}>${escaped(object.text ?? '')}</text>`
  const size = finite(object.fontSize, 20)
  const inside = { x: x + width / 2, y: y + height / 2 + size * 0.35, 'text-anchor': 'middle' }
  const shape = (): string => {
    switch (object.type) {
      case 'rectangle':
      case 'rectangle-with-text':
        return `<rect${attributes({ x, y, width, height, rx: object.radius, ...paint, transform })}/>`
      case 'circle':
        return `<ellipse${attributes({ cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2, ...paint, transform })}/>`
      case 'image':
        return `<image${attributes({ href: xlinkHref, x, y, width, height, preserveAspectRatio: 'none', transform })}/>`
      case 'polygon':
      case 'polygon-with-text':
        return `<path${attributes({ d: pathData(object) ?? `M${finite(object.moveX)} ${finite(object.moveY)}`, ...paint, transform })}/>`
      case 'text':
        return words(width > 0 ? inside : { x, y: y + size * 0.85 })
    }
  }
  const label =
    object.type === 'rectangle-with-text' || object.type === 'polygon-with-text' ? words(inside) : ''
  return `<g${data}${style}>${shape()}${label}</g>`
}

export interface ReadSvg {
  readonly objects: readonly MapObject[]
  /** Elements that a map cannot hold. */
  readonly leftOut: number
}

/** Groups within groups: more than any drawing has, less than a stack holds. */
const deepest = 200
/** Of one outline, as text. */
const longestPath = 200_000

/** @returns null for what is no SVG file, for one that is too large, and for one with entities of its own (they multiply) */
export function readSvg(text: string): ReadSvg | null {
  if (text.length > limits.plan.bytes || /<!ENTITY/i.test(text)) return null
  // Parsed, never put into the page: nothing in it runs or is fetched.
  const page = new DOMParser().parseFromString(text, 'image/svg+xml')
  const root = page.documentElement
  if (root.localName !== 'svg' || page.querySelector('parsererror') !== null) return null
  const found: unknown[] = []
  let leftOut = 0
  const walk = (element: Element, at: Point, inherited: Look, depth: number): void => {
    for (const child of element.children) {
      if (found.length >= limits.plan.objects) {
        leftOut += 1
        continue
      }
      const own = readOurs(child)
      if (own !== null) {
        found.push(own)
        continue
      }
      const look = lookOf(child, inherited)
      const moved = placeOf(child, at)
      if (moved === null) {
        leftOut += 1
        continue
      }
      if (child.localName === 'g' || child.localName === 'svg' || child.localName === 'a') {
        if (depth < deepest) walk(child, moved, look, depth + 1)
        else leftOut += 1
        continue
      }
      const object = foreign(child, moved, look)
      if (object !== null) found.push(object)
      else if (!QUIET.has(child.localName)) leftOut += 1
    }
  }
  walk(root, { x: 0, y: 0 }, {}, 0)
  const { objects, problems } = cleanMapObjects(found)
  return { objects, leftOut: leftOut + new Set(problems.map(({ index }) => index)).size }
}

/** Of a file without being anything to be seen. */
const QUIET = new Set(['defs', 'style', 'title', 'desc', 'metadata', 'script', 'namedview'])

function readOurs(element: Element): unknown {
  const data = element.getAttribute(OURS)
  if (data === null) return null
  try {
    const object: unknown = JSON.parse(data)
    const image = element.querySelector('image')?.getAttribute('href')
    return typeof object === 'object' && object !== null
      ? { ...object, ...(image == null ? {} : { xlinkHref: image }), uuid: newUuid() }
      : null
  } catch {
    return null
  }
}

interface Look {
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  readonly fontSize?: number
  readonly fontFamily?: string
}

const number = (element: Element, name: string, otherwise = 0): number => {
  const value = Number.parseFloat(element.getAttribute(name) ?? '')
  return Number.isFinite(value) ? value : otherwise
}

function lookOf(element: Element, inherited: Look): Look {
  const style = new Map(
    (element.getAttribute('style') ?? '').split(';').flatMap((part) => {
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
function placeOf(element: Element, at: Point): Point | null {
  const transform = element.getAttribute('transform')
  if (transform === null || transform.trim() === '') return at
  const shift = /^\s*translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)\s*$/.exec(transform)
  return shift === null ? null : { x: at.x + Number(shift[1]), y: at.y + Number(shift[2] ?? 0) }
}

function foreign(element: Element, at: Point, look: Look): MapObject | null {
  const base = { uuid: newUuid() }
  const paint = {
    fill: look.fill ?? '#000000',
    ...(look.stroke === undefined || look.stroke === 'none'
      ? {}
      : { stroke: look.stroke, strokeWidth: look.strokeWidth ?? 1 }),
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
        textColor: look.fill ?? '#000000',
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
