import fc from 'fast-check'
import { blendModes, mapObjectTypes, mapRoles, type MapObject } from '@stowage/domain/map-object'

/** Pictures of one point, whole files: browsers draw them. */
const pictures = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA=',
] as const

/** Words that end what they stand in, wherever somebody forgets where that is. */
const hostileWords = [
  `"/><script>alert(1)</script>`,
  `' onload='alert(1)`,
  `]]></text><script>alert(1)</script>`,
  `&amp;&#60;&quot;&lt;`,
  `<!ENTITY x "y">&x;`,
  `-->`,
  `{"type":"script"}`,
  `\\u0041\\"`,
  `url(javascript:alert(1))`,
  `Tor 7\nBüro\r\nЁж ąść 箱 👩‍👧 e\u0301`,
  `\u2028\u2029\ufeff\u200f\u00a0\u0085`,
  `\ufffe\uffff`,
  `  two  blanks, at the ends as well  `,
  `=1+1`,
  `__proto__`,
]

const within = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    // Without −0, which JSON does not know.
    fc.double({ min, max, noNaN: true }).map((value) => value + 0),
    fc.constantFrom(min, max),
  )
const place = within(-100_000, 100_000)
const length = within(0, 100_000)
const hex = fc.stringMatching(/^#([\da-fA-F]{3}|[\da-fA-F]{4}|[\da-fA-F]{6}|[\da-fA-F]{8})$/)
const colour = fc.oneof(
  hex,
  fc.constantFrom('none', 'transparent', 'LightGrey', 'rgba(1, 2, 3, 0.5)', 'hsl(120 50% 50% / 20%)'),
)
const curve = fc.record({ x1: place, y1: place, x2: place, y2: place, x: place, y: place })
const ulid = fc.stringMatching(/^0[0-9A-HJKMNP-TV-Z]{25}$/)

type Sure = Exclude<keyof MapObject, 'type' | 'uuid'>
/** What each field may hold (`clean-map-objects.ts`); a field that is forgotten here does not compile. */
const fields: { readonly [Field in Sure]-?: fc.Arbitrary<NonNullable<MapObject[Field]>> } = {
  x: place,
  y: place,
  width: length,
  height: length,
  rotate: within(-3600, 3600),
  fill: colour,
  stroke: colour,
  strokeWidth: within(0, 1000),
  radius: length,
  blendMode: fc.constantFrom(...blendModes),
  text: fc.oneof(
    fc.constantFrom(...hostileWords),
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      // Control characters may not be stored, line breaks may.
      .map((text) => `a${text.replaceAll(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/g, '·')}`),
  ),
  fontFamily: fc.constantFrom('Open Sans', 'PT Serif, serif', 'Шрифт', 'A1-b_c', 'Łódź'),
  fontSize: within(1, 1000),
  fontWeight: fc.constantFrom('normal', 'bold', 'bolder', 'lighter', '100', '900'),
  fontStyle: fc.constantFrom('normal', 'italic', 'oblique'),
  textDecoration: fc.constantFrom('none', 'underline', 'line-through', 'overline'),
  textColor: colour,
  xlinkHref: fc.constantFrom(...pictures),
  closed: fc.boolean(),
  moveX: place,
  moveY: place,
  path: fc.array(curve, { maxLength: 12 }),
  boxId: ulid,
  role: fc.constantFrom(...mapRoles),
  locked: fc.boolean(),
}
const type = fc.constantFrom(...mapObjectTypes)
const drawing = (one: fc.Arbitrary<MapObject>, count: { minLength?: number; maxLength: number }) =>
  fc
    .array(one, count)
    .map((objects) => objects.map((object, index) => ({ ...object, uuid: `${object.uuid}-${index}` })))
const uuid = fc.stringMatching(/^[\w-]{1,40}$/)

/** Whatever may be stored: any fields on any type, most of them left out. */
export const anyDrawing: fc.Arbitrary<MapObject[]> = drawing(
  fc.record({ type, uuid, ...fields }, { requiredKeys: ['type', 'uuid', 'x', 'y'] }),
  { maxLength: 12 },
)

/** Each type once, with every field that there is. */
export const fullDrawing: fc.Arbitrary<MapObject[]> = fc
  .tuple(...mapObjectTypes.map((one) => fc.record({ type: fc.constant(one), uuid, ...fields })))
  .map((objects) => objects.map((object, index) => ({ ...object, uuid: `${object.uuid}-${index}` })))

/** Each type with every field a few times, and others with whatever they have; the same at each call. */
export function sampleDrawing(): MapObject[] {
  const drawings = [
    ...fc.sample(fullDrawing, { seed: 7, numRuns: 5 }),
    ...fc.sample(anyDrawing, { seed: 8, numRuns: 10 }),
  ]
  return drawings.flatMap((objects, index) =>
    objects.map((object) => ({ ...object, uuid: `${index}-${object.uuid}` })),
  )
}
