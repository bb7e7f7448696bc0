import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { endpoints } from './index.ts'
import * as entities from './entities.ts'
import { cleanPath, fromQuery, fromWire, toWire, wire, wireFields, wirePath } from './wire.ts'

const Line = wire(z.object({ unitNumber: z.string(), amount: z.optional(z.int()) }), {
  unitNumber: 'UnitNumber',
})
const Order = wire(
  z.object({
    id: z.string(),
    monthRate: z.optional(z.nullable(z.int())),
    lines: z.optional(z.array(Line)),
    byFloor: z.optional(z.record(z.string(), z.array(Line))),
    either: z.optional(z.union([z.array(Line), Line, z.string()])),
    plain: z.optional(z.string()),
    note: z._default(z.string(), 'none'),
    piped: z.optional(
      z.pipe(
        Line,
        z.transform((line) => line),
      ),
    ),
    first: z.optional(z.nullable(z.readonly(Line))),
  }),
  { id: '_id', monthRate: 'MonthRate', byFloor: 'ByFloor', either: 'Either', lines: 'Lines' },
  { id: ['ID', 'Id'] },
)

const clean = {
  id: '1',
  monthRate: 5,
  lines: [{ unitNumber: 'YA1', amount: 3 }, { unitNumber: 'YA2' }],
  byFloor: { UnitNumber: [{ unitNumber: 'YA3' }], constructor: [{ unitNumber: 'YA4' }] },
  either: [{ unitNumber: 'YA5' }],
  plain: 'x',
  note: 'n',
  piped: { unitNumber: 'YA6' },
  first: { unitNumber: 'YA7' },
}
const wired = {
  _id: '1',
  MonthRate: 5,
  Lines: [{ UnitNumber: 'YA1', amount: 3 }, { UnitNumber: 'YA2' }],
  // A record's own keys are data, also where they look like names.
  ByFloor: { UnitNumber: [{ UnitNumber: 'YA3' }], constructor: [{ UnitNumber: 'YA4' }] },
  Either: [{ UnitNumber: 'YA5' }],
  plain: 'x',
  note: 'n',
  piped: { UnitNumber: 'YA6' },
  first: { UnitNumber: 'YA7' },
}

describe('renaming', () => {
  test('goes out and comes back the same', () => {
    expect(toWire(Order, clean)).toEqual(wired)
    expect(fromWire(Order, wired)).toEqual(clean)
  })

  test('of a union meets the object, the list and what is plain', () => {
    for (const [inside, outside] of [
      [{ unitNumber: 'a' }, { UnitNumber: 'a' }],
      [[{ unitNumber: 'a' }], [{ UnitNumber: 'a' }]],
      ['a', 'a'],
      [7, 7],
    ]) {
      expect(toWire(Order, { id: '1', either: inside })).toEqual({ _id: '1', Either: outside })
      expect(fromWire(Order, { _id: '1', Either: outside })).toEqual({ id: '1', either: inside })
    }
  })

  test('takes aliases on the way in only, the name of the table first', () => {
    expect(fromWire(Order, { ID: 'alias' })).toEqual({ id: 'alias' })
    expect(fromWire(Order, { Id: 'second' })).toEqual({ id: 'second' })
    expect(fromWire(Order, { Id: 'second', ID: 'first' })).toEqual({ id: 'first' })
    expect(fromWire(Order, { ID: 'alias', _id: 'name' })).toEqual({ id: 'name' })
    expect(toWire(Order, { id: '1' })).toEqual({ _id: '1' })
    // The clean name is no name of the wire where another is.
    expect(fromWire(Order, { id: '1', monthRate: 5 })).toEqual({})
  })

  test('drops what is not declared, in both directions, and undefined on the way out', () => {
    expect(fromWire(Order, { _id: '1', passwordHash: 'x', Lines: [{ UnitNumber: 'a', secret: 1 }] })).toEqual(
      { id: '1', lines: [{ unitNumber: 'a' }] },
    )
    expect(
      toWire(Order, {
        id: '1',
        passwordHash: 'x',
        lines: [{ unitNumber: 'a', secret: 1 }],
        monthRate: undefined,
      }),
    ).toEqual({ _id: '1', Lines: [{ UnitNumber: 'a' }] })
  })

  test('keeps null, empty and false values, and values as they are', () => {
    const day = Temporal.PlainDate.from('2026-11-21')
    const Values = wire(z.object({ a: z.unknown(), b: z.unknown(), c: z.unknown(), d: z.unknown() }), {
      a: 'A',
    })
    expect(toWire(Values, { a: null, b: '', c: false, d: day })).toEqual({ A: null, b: '', c: false, d: day })
    expect(toWire(Order, { id: '1', monthRate: null, lines: [], first: null })).toEqual({
      _id: '1',
      MonthRate: null,
      Lines: [],
      first: null,
    })
  })

  test.each([undefined, null, 7, 'text', true, [], [1], [[{ _id: 1 }]]])(
    'of what is no object (%j) throws nothing and leaves it',
    (value) => {
      expect(fromWire(Order, value)).toEqual(value)
      expect(toWire(Order, value)).toEqual(value)
      expect(
        fromWire(Order, { _id: value, Lines: value, ByFloor: value, Either: value, piped: value }),
      ).toMatchObject({ lines: value, byFloor: value })
    },
  )

  test('reads nothing from prototypes and writes none', () => {
    const Trap = z.object({
      constructor: z.optional(z.unknown()),
      toString: z.optional(z.unknown()),
      hasOwnProperty: z.optional(z.unknown()),
      a: z.optional(z.unknown()),
    })
    expect(Object.keys(fromWire(Trap, { a: 1 }) as object)).toEqual(['a'])
    expect(Object.keys(toWire(Trap, { a: 1 }) as object)).toEqual(['a'])
    const Rec = z.record(z.string(), Line)
    const out = fromWire(
      Rec,
      JSON.parse('{"__proto__":{"UnitNumber":"x"},"b":{"UnitNumber":"y"}}'),
    ) as Record<string, unknown>
    expect(Object.getPrototypeOf(out)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['unitNumber']).toBeUndefined()
    const inherited = Object.create({ _id: 'from the prototype' }) as object
    expect(fromWire(Order, inherited)).toEqual({})
  })

  test('of a schema that contains itself ends', () => {
    interface Tree {
      readonly name: string
      readonly below?: readonly Tree[] | undefined
    }
    const Tree: z.ZodMiniType<Tree> = wire(
      z.object({
        name: z.string(),
        get below() {
          return z.optional(z.array(Tree))
        },
      }),
      { name: 'Name' },
    )
    const tree = { name: 'a', below: [{ name: 'b', below: [{ name: 'c' }] }] }
    expect(toWire(Tree, tree)).toEqual({ Name: 'a', below: [{ Name: 'b', below: [{ Name: 'c' }] }] })
    expect(fromWire(Tree, toWire(Tree, tree))).toEqual(tree)
  })

  test('of a hundred thousand levels is no overflow', () => {
    let deep: unknown = 1
    for (let n = 0; n < 100_000; n += 1) deep = { lines: deep, Lines: deep }
    expect(() => fromWire(Order, { Lines: deep })).not.toThrow()
  })
})

test('texts of a query become the numbers and ticks that the schema has there, and nothing else does', () => {
  const schema = wire(
    z.object({
      monthRate: z.optional(z.nullable(z.int())),
      size: z.number(),
      isOpen: z.optional(z.boolean()),
      name: z.string(),
    }),
    { monthRate: 'MonthRate' },
  )
  expect(fromQuery(schema, { MonthRate: '-12', size: '4.5', isOpen: 'true', name: '7', other: '8' })).toEqual(
    {
      MonthRate: -12,
      size: 4.5,
      isOpen: true,
      name: '7',
      other: '8',
    },
  )
  const odd = { MonthRate: '', size: '1e3', isOpen: '1', name: 'true', other: ['1'] }
  expect(fromQuery(schema, odd)).toEqual(odd)
  expect(fromQuery(z.string(), { size: '1' })).toEqual({ size: '1' })
})

describe('paths of errors', () => {
  test.each([
    [['monthRate'], 'MonthRate'],
    [['lines', 0, 'unitNumber'], 'Lines.0.UnitNumber'],
    [['lines', 12], 'Lines.12'],
    [['first', 'unitNumber'], 'first.UnitNumber'],
    [['byFloor', 'unitNumber', 3, 'unitNumber'], 'ByFloor.unitNumber.3.UnitNumber'],
    [['piped', 'unitNumber'], 'piped.UnitNumber'],
    [['nothing'], 'nothing'],
    [['plain', 'deeper', 0], 'plain.deeper.0'],
    [[], ''],
  ] as const)('%j is %s on the wire, and back', (path, outside) => {
    expect(wirePath(Order, path)).toBe(outside)
    if (path.length > 0) expect(cleanPath(Order, outside)).toBe(path.join('.'))
  })

  test('through a union name the field of its object', () => {
    expect(wirePath(Order, ['either', 'unitNumber'])).toBe('Either.UnitNumber')
    expect(wirePath(Order, ['either', 1, 'unitNumber'])).toBe('Either.1.UnitNumber')
    expect(cleanPath(Order, 'Either.1.UnitNumber')).toBe('either.1.unitNumber')
  })
})

describe('the tables of the API', () => {
  const schemas: (readonly [string, unknown])[] = [
    ...Object.entries(entities),
    ...endpoints.flatMap(
      (one) =>
        [
          [`${one.path} body`, one.body],
          [`${one.path} answer`, one.answer],
          [`${one.path} query`, one.query],
        ] as const,
    ),
  ]
  const isObject = (entry: readonly [string, unknown]): entry is readonly [string, z.ZodMiniObject] =>
    (entry[1] as { _zod?: { def: { type: string } } })._zod?.def.type === 'object'
  const named = schemas.filter(isObject)

  test.each(named)('%s gives each field a name of its own', (_name, schema) => {
    const names = wireFields(schema).map((field) => field.wire)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each(named)('%s finds each field by either name', (_name, schema) => {
    for (const { clean, wire: outside } of wireFields(schema))
      expect([wirePath(schema, [clean]), cleanPath(schema, outside)]).toEqual([outside, clean])
  })
})
