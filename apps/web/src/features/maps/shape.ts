/**
 * What a stored map object may become on the screen. Plans come from an editor, an import and a foreign system, so nothing of
 * them is trusted: numbers are made numbers, colours and images pass a list, and markup never leaves here as text.
 */
import { blendModes, type MapObject } from '@stowage/domain/map-object'

export interface Box2D {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A finite number, else `otherwise`: imported plans carry nulls, and a NaN in one attribute makes the whole figure vanish. */
export function finite(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

const plainColour = /^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg-]{3,40}\))$/i

/** Our own palette (theme.md 2 and 5) is given by name, so that a plan drawn with it follows the scheme; others stay as drawn. */
const themed: ReadonlyMap<string, string> = new Map([
  ['#f3f1ed', 'var(--plan-ground)'],
  ['#57544e', 'var(--plan-wall)'],
  ['#ffffff', 'var(--plan-room)'],
  ['#cfccc5', 'var(--plan-room-line)'],
  ['#575550', 'var(--plan-ink)'],
  ['#000000', 'var(--plan-ink)'],
  ['black', 'var(--plan-ink)'],
  ['#045c62', 'var(--plan-gate)'],
])

/** @returns a colour that cannot fetch anything (`url()` is refused) */
export function paint(colour: string | null | undefined, otherwise: string): string {
  const wanted = (colour ?? '').trim()
  if (!plainColour.test(wanted)) return otherwise
  return themed.get(wanted.toLowerCase()) ?? wanted
}

/** Specification 3: what an object without a fill of its own looks like. */
const fills: Partial<Record<MapObject['type'], string>> = {
  rectangle: 'blue',
  circle: 'yellow',
  'rectangle-with-text': 'lightgrey',
  'polygon-with-text': 'lightgrey',
}
export const defaultFill = (type: MapObject['type']): string => fills[type] ?? 'none'

const imageData = /^data:image\/(png|jpeg|webp);base64,[a-z0-9+/]+=*$/i

/** Image data or nothing: an address would tell a stranger who looks at the plan, and SVG images can carry script. */
export function imageSource(href: string | null | undefined): string | null {
  return href != null && imageData.test(href) ? href : null
}

export function blend(mode: string | null | undefined): string {
  return blendModes.find((known) => known === mode) ?? 'normal'
}

const generic = 'var(--mantine-font-family, sans-serif)'

/** The first family that is named; letters, digits, spaces and dashes only. The page's own font stands behind. */
export function fontFamily(name: string | null | undefined): string {
  const first = (name ?? '').split(',', 1)[0]?.trim() ?? ''
  return /^[\p{L}\p{N} _-]{1,60}$/u.test(first) ? `'${first}', ${generic}` : generic
}

/** What is written, line by line as it was typed. */
export const wordLines = (text: string | null | undefined): string[] => (text ?? '').split(/\r\n|\r|\n/)

/** `path` data of a polygon, from numbers only; null for one without a curve. */
export function pathData(object: MapObject): string | null {
  const curves = object.path ?? []
  if (curves.length === 0) return null
  const numbers = (...values: unknown[]): string => values.map((value) => finite(value)).join(' ')
  const drawn = curves.map(({ x1, y1, x2, y2, x, y }) => `C${numbers(x1, y1, x2, y2, x, y)}`).join('')
  return `M${numbers(object.moveX, object.moveY)}${drawn}${object.closed === true ? 'Z' : ''}`
}

/** Polygons are stored where they were drawn and moved since by x, y; all else turns around its middle. */
export function transformOf(object: MapObject): string | undefined {
  const rotate = finite(object.rotate) % 360
  const { x, y } = { x: finite(object.x), y: finite(object.y) }
  if (isPolygon(object)) {
    const [dx, dy] = [x - finite(object.moveX), y - finite(object.moveY)]
    if (dx === 0 && dy === 0 && rotate === 0) return undefined
    return rotate === 0 ? `translate(${dx} ${dy})` : `rotate(${rotate} ${x} ${y}) translate(${dx} ${dy})`
  }
  if (rotate === 0) return undefined
  return `rotate(${rotate} ${x + finite(object.width) / 2} ${y + finite(object.height) / 2})`
}

export function isPolygon(object: MapObject): boolean {
  return object.type === 'polygon' || object.type === 'polygon-with-text'
}

/** The upright rectangle around an object as it stands on the plan, turned ones included. */
export function boundsOf(object: MapObject): Box2D {
  // As nearly all are; a plan of ten thousand asks three times for each.
  if (!isPolygon(object) && finite(object.rotate) === 0)
    return { x: finite(object.x), y: finite(object.y), ...sizeOf(object) }
  const corners = isPolygon(object) ? polygonPoints(object) : rectanglePoints(object)
  const turn = (finite(object.rotate) * Math.PI) / 180
  const middle = isPolygon(object)
    ? { x: finite(object.x), y: finite(object.y) }
    : { x: finite(object.x) + finite(object.width) / 2, y: finite(object.y) + finite(object.height) / 2 }
  const turned = turn === 0 ? corners : corners.map(({ x, y }) => rotatePoint(x, y, middle, turn))
  return around(turned.map(({ x, y }) => ({ x, y, width: 0, height: 0 })))
}

function rotatePoint(
  x: number,
  y: number,
  middle: { x: number; y: number },
  turn: number,
): { x: number; y: number } {
  const [dx, dy] = [x - middle.x, y - middle.y]
  return {
    x: middle.x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: middle.y + dx * Math.sin(turn) + dy * Math.cos(turn),
  }
}

/** A text drawn without an area takes what its letters take, about: enough to frame it and to press on it. */
function sizeOf({ type, width, height, text, fontSize }: MapObject): { width: number; height: number } {
  if (type !== 'text' || finite(width) > 0) return { width: finite(width), height: finite(height) }
  const size = finite(fontSize, 20)
  const lines = wordLines(text)
  const longest = Math.max(...lines.map((line) => line.length))
  return { width: Math.max(0.5, 0.56 * longest) * size, height: 1.2 * lines.length * size }
}

function rectanglePoints(object: MapObject): { x: number; y: number }[] {
  const [x, y] = [finite(object.x), finite(object.y)]
  const { width, height } = sizeOf(object)
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** The ends of the curves and their handles; the curve lies within their hull, which is near enough to place a label. */
function polygonPoints(object: MapObject): { x: number; y: number }[] {
  const [dx, dy] = [finite(object.x) - finite(object.moveX), finite(object.y) - finite(object.moveY)]
  const points = (object.path ?? []).flatMap(({ x1, y1, x2, y2, x, y }) => [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
    { x, y },
  ])
  return [{ x: object.moveX, y: object.moveY }, ...points].map(({ x, y }) => ({
    x: finite(x) + dx,
    y: finite(y) + dy,
  }))
}

/** The rectangle around all; one plan unit at the origin when there is none. */
export function around(areas: readonly Box2D[]): Box2D {
  if (areas.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of areas) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The whole plan with room for the outer wall's stroke. */
export function planBounds(objects: readonly MapObject[]): Box2D {
  const { x, y, width, height } = around(objects.filter(({ type }) => type !== 'text').map(boundsOf))
  return { x: x - 8, y: y - 8, width: width + 16, height: height + 16 }
}
