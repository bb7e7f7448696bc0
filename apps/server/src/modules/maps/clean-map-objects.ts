import type { Answer } from '@stowage/api/endpoint'
import type { getMap } from '@stowage/api/maps'
import { isId } from '@stowage/domain/id'
import { blendModes, mapObjectTypes } from '@stowage/domain/map-object'

export type MapObject = Answer<typeof getMap>[string][number]

export interface Problem {
  /** Place of the object in the list. */
  readonly index: number
  readonly field: string
}

type Check = (value: unknown) => boolean

const within =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
const matching =
  (pattern: RegExp, longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest && pattern.test(value)
const among =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)

/** The plan is 1600 × 800; drawings from elsewhere may stand far beside it, but a number of any size would be a weapon. */
const place = within(-100_000, 100_000)
const length = within(0, 100_000)

/**
 * A name of CSS, #rgb to #rrggbbaa, rgb() or hsl() of plain numbers. Nothing that reaches out (`url(`) and nothing that
 * could end an attribute or a declaration.
 */
const colour = matching(
  /^(#([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/]{3,40}\))$/i,
  60,
)

/** Family names are words; quotes, semicolons and brackets belong to style sheets. */
const fontFamily = matching(/^[\p{L}\p{N}][\p{L}\p{N} _,-]*$/u, 80)

const LONGEST_IMAGE = 3 * 1024 * 1024
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
}

/** Image data of a kind that draws and does nothing else: no SVG, no address, and its bytes are what its name says. */
function isImageData(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_IMAGE) return false
  const match = /^data:image\/(png|jpeg|webp);base64,([A-Za-z\d+/]+={0,2})$/.exec(value)
  return (
    match !== null &&
    (SIGNATURES[match[1] ?? '']?.(Buffer.from((match[2] ?? '').slice(0, 24), 'base64')) ?? false)
  )
}

const curve = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const
const MOST_POINTS = 2000

function isPath(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MOST_POINTS &&
    value.every(
      (point: unknown) =>
        typeof point === 'object' &&
        point !== null &&
        curve.every((name) => place((point as Record<string, unknown>)[name])),
    )
  )
}

/** What each field may hold. What is not named here is not kept. */
const required: Readonly<Record<string, Check>> = {
  type: among(mapObjectTypes),
  uuid: matching(/^[\w-]+$/, 64),
  x: place,
  y: place,
}
const optional: Readonly<Record<string, Check>> = {
  width: length,
  height: length,
  rotate: within(-3600, 3600),
  fill: colour,
  stroke: colour,
  strokeWidth: within(0, 1000),
  radius: length,
  blendMode: among(blendModes),
  // Control characters have no place in a drawing; line breaks do.
  text: matching(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]*$/, 500),
  fontFamily,
  fontSize: within(1, 1000),
  fontWeight: matching(/^(normal|bold|bolder|lighter|[1-9]00)$/, 10),
  fontStyle: among(['normal', 'italic', 'oblique']),
  textDecoration: among(['none', 'underline', 'line-through', 'overline']),
  textColor: colour,
  xlinkHref: isImageData,
  closed: (value) => typeof value === 'boolean',
  moveX: place,
  moveY: place,
  path: isPath,
  boxId: (value) => typeof value === 'string' && isId(value),
  role: among(['wall', 'gate', 'lift', 'stairs', 'room', 'aisle']),
}

/**
 * Objects of a floor plan as they may be stored: known fields only, each within its bounds, every uuid once. An object with a
 * problem is not among them; who draws by hand is told, who imports goes on without it.
 */
export function cleanMapObjects(objects: readonly unknown[]): { objects: MapObject[]; problems: Problem[] } {
  const clean: MapObject[] = []
  const problems: Problem[] = []
  const seen = new Set<unknown>()
  for (const [index, object] of objects.entries()) {
    const given =
      typeof object === 'object' && object !== null && !Array.isArray(object)
        ? (object as Readonly<Record<string, unknown>>)
        : {}
    const wrong = [
      ...Object.entries(required).flatMap(([field, check]) => (check(given[field]) ? [] : [field])),
      // "As by default" is written as null, left out or, for texts and styles, as nothing.
      ...Object.entries(optional).flatMap(([field, check]) =>
        isUnset(given[field]) || check(given[field]) ? [] : [field],
      ),
      ...(seen.has(given['uuid']) ? ['uuid'] : []),
    ]
    seen.add(given['uuid'])
    if (wrong.length > 0) problems.push(...wrong.map((field) => ({ index, field })))
    else clean.push(knownFields(given))
  }
  return { objects: clean, problems }
}

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === ''

function knownFields(given: Readonly<Record<string, unknown>>): MapObject {
  const fields = [...Object.keys(required), ...Object.keys(optional)].flatMap((field) =>
    isUnset(given[field]) ? [] : [[field, given[field]] as const],
  )
  const { path, ...rest } = Object.fromEntries(fields) as unknown as MapObject
  return path ? { ...rest, path: path.map(({ x1, y1, x2, y2, x, y }) => ({ x1, y1, x2, y2, x, y })) } : rest
}
