/**
 * What a map object may hold, field by field: whoever draws by hand is told, whoever imports goes on without it. Nothing that is
 * kept can reach out or run: plans are drawn in the browsers of strangers. Safe for the browser.
 */
import { isId } from './id.ts'
import { limits } from './limits.ts'
import { blendModes, mapObjectTypes, mapRoles, type CurvePoint, type MapObject } from './map-object.ts'

export interface MapProblem {
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

const signatures: Readonly<Record<string, RegExp>> = {
  png: /^\u0089PNG\r\n\u001a\n/,
  jpeg: /^\u00ff\u00d8\u00ff/,
  webp: /^RIFF[^]{4}WEBP/,
}

/** Image data of a kind that draws and does nothing else: no SVG, no address, and its bytes are what its name says. */
function isImageData(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > (limits.plan.imageBytes / 3) * 4 + 64) return false
  const match = /^data:image\/(png|jpeg|webp);base64,([A-Za-z\d+/]+={0,2})$/.exec(value)
  if (match === null) return false
  // A whole number of groups, or what stands there is no base64.
  const head = (match[2] ?? '').slice(0, 24).replace(/=+$/, '')
  const bytes = atob(head.slice(0, head.length - (head.length % 4 === 1 ? 1 : 0)))
  return signatures[match[1] ?? '']?.test(bytes) === true
}

const curve = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const satisfies readonly (keyof CurvePoint)[]

function isPath(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= limits.plan.points &&
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
const optional: Readonly<Record<Exclude<keyof MapObject, 'type' | 'uuid' | 'x' | 'y'>, Check>> = {
  width: length,
  height: length,
  rotate: within(-3600, 3600),
  fill: colour,
  stroke: colour,
  strokeWidth: within(0, 1000),
  radius: length,
  blendMode: among(blendModes),
  // Control characters have no place in a drawing; line breaks do. Half of a sign (a lone surrogate) no database keeps.
  text: matching(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f\p{Cs}]*$/u, limits.plan.text),
  fontFamily,
  fontSize: within(1, 1000),
  fontWeight: matching(/^(normal|bold|bolder|lighter|[1-9]00)$/, 10),
  fontStyle: among(['normal', 'italic', 'oblique']),
  textDecoration: among(['none', 'underline', 'line-through', 'overline']),
  textColor: colour,
  xlinkHref: isImageData,
  closed: (value) => typeof value === 'boolean',
  locked: (value) => typeof value === 'boolean',
  moveX: place,
  moveY: place,
  path: isPath,
  boxId: (value) => typeof value === 'string' && isId(value),
  role: among(mapRoles),
}
const fields = [...Object.keys(required), ...Object.keys(optional)]

/**
 * Objects of a floor plan as they may be stored: known fields only, each within its bounds, every uuid once. An object with a
 * problem is not among them.
 */
export function cleanMapObjects(objects: readonly unknown[]): {
  objects: MapObject[]
  problems: MapProblem[]
} {
  const clean: MapObject[] = []
  const problems: MapProblem[] = []
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
  const known = fields.flatMap((field) => (isUnset(given[field]) ? [] : [[field, given[field]] as const]))
  const { path, ...rest } = Object.fromEntries(known) as unknown as MapObject
  return path ? { ...rest, path: path.map(({ x1, y1, x2, y2, x, y }) => ({ x1, y1, x2, y2, x, y })) } : rest
}
