import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import * as fields from './fields.ts'

/** The codes of a value's issues, each once; none: it is accepted. */
function codes(schema: z.core.$ZodType, value: unknown): string[] {
  const result = z.safeParse(schema, value)
  return result.success ? [] : [...new Set(result.error.issues.map((issue) => issue.message))]
}
const x = (length: number): string => 'x'.repeat(length)
const WRONG: readonly unknown[] = [7, true, {}, [], ['a'], { a: 1 }]

describe.each([
  ['text 4–16', fields.text(4, 16), 4, 16],
  ['text 1–30', fields.text(1, 30), 1, 30],
] as const)('%s', (_name, schema, min, max) => {
  test('is missing when absent, null, empty or blank', () => {
    for (const value of [undefined, null, '', ' \t'])
      expect([value, codes(schema, value)]).toEqual([value, ['1003']])
  })
  test('has its length counted without the blanks around it', () => {
    expect(codes(schema, x(min))).toEqual([])
    expect(codes(schema, ` ${x(max)}\n`)).toEqual([])
    expect(z.parse(schema, ` ${x(max)}\n`)).toBe(x(max))
    if (min > 1) expect(codes(schema, x(min - 1))).toEqual(['1004'])
    expect(codes(schema, x(max + 1))).toEqual(['1004'])
  })
  test('is text, and text without control characters', () => {
    for (const value of WRONG) expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    for (const bad of ['\u0000', '\u0001', '\u001b', '\u007f', '\ud800', '\udc00\ud800'])
      expect(codes(schema, `abc${bad}d`)).toEqual(['1005'])
    expect(codes(schema, 'a\nb\tc\rd')).toEqual([])
    expect(codes(schema, 'Łódź ёж 木')).toEqual([])
  })
})

test.each([
  ['text', fields.text(1, 30)],
  ['optional text', fields.optionalText(1, 30)],
  ['a message', fields.message(1, 30)],
] as const)('a limit of %s counts what people see: an emoji is one', (_name, schema) => {
  for (const one of ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'ё', 'é', '木']) {
    expect([one, codes(schema, one.repeat(30))]).toEqual([one, []])
    expect([one, codes(schema, one.repeat(31))]).toEqual([one, ['1004']])
  }
  // One letter under a hundred marks is no text that anybody writes.
  expect(codes(schema, `a${'\u0301'.repeat(600)}`)).toEqual(['1004'])
})

describe('optional text', () => {
  const schema = fields.optionalText(4, 16)
  test('may be absent, null, empty or blank', () => {
    for (const value of [undefined, null, '', '  '])
      expect([value, codes(schema, value)]).toEqual([value, []])
  })
  test('is otherwise of its length and kind', () => {
    expect([codes(schema, x(3)), codes(schema, x(4)), codes(schema, x(16)), codes(schema, x(17))]).toEqual([
      ['1004'],
      [],
      [],
      ['1004'],
    ])
    for (const value of WRONG) expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    expect(codes(schema, 'abc\u0000d')).toEqual(['1005'])
    expect(codes(schema, 'abc\ud800')).toEqual(['1005'])
  })
})

describe('e-mail', () => {
  const schema = fields.email()
  test('missing is 1000', () => {
    for (const value of [undefined, null, '', '  '])
      expect([value, codes(schema, value)]).toEqual([value, ['1000']])
  })
  test('has 6 to 129 characters', () => {
    expect(codes(schema, 'a@b.c')).toEqual(['1004'])
    expect(codes(schema, 'a@b.cc')).toEqual([])
    expect(codes(schema, `${x(120)}@some.com`)).toEqual([])
    expect(`${x(120)}@some.com`.length).toBe(129)
    expect(codes(schema, `${x(121)}@some.com`)).toEqual(['1004'])
  })
  test.each([
    'a',
    'a@b',
    '@some.com',
    'a@@some.com',
    'a b@some.com',
    'a@some..com',
    'a@.com',
    'a@some.com.',
    'a@some.com,b@some.com',
    'A <a@some.com>',
    'a@so\u0000me.com',
    'a\u0000@some.com',
    'a\ud800@some.com',
    'a@some.com\r\nBcc: b@some.com',
    'a"b@some.com',
  ])('%j is none: 1001', (value) => {
    expect(codes(schema, value)).toEqual(['1001'])
  })
  test('is kept as it was written, without the blanks around it', () => {
    expect(z.parse(schema, ' Anna.Łódź+box@Some.COM ')).toBe('Anna.Łódź+box@Some.COM')
    for (const value of WRONG) expect([value, codes(schema, value)]).toEqual([value, ['1001']])
  })
})

describe('phone', () => {
  const schema = fields.phone()
  test('has 3 to 14 characters', () => {
    expect([
      codes(schema, '12'),
      codes(schema, '123'),
      codes(schema, '+4930123456789'),
      codes(schema, '+49301234567890'),
    ]).toEqual([['1004'], [], [], ['1004']])
    for (const value of [undefined, null, '', ' ']) expect(codes(schema, value)).toEqual(['1003'])
  })
  test('is digits with what people write between them', () => {
    for (const value of ['+49 (30) 1-2.3', '8 800 555', '(030)1'])
      expect([value, codes(schema, value)]).toEqual([value, []])
    for (const value of ['abc', '12a4', '++49', '4+9', '()-', '１２３', ...WRONG])
      expect([value, codes(schema, value)]).toEqual([value, ['1005']])
  })
})

describe('passwords', () => {
  test('new: 6 to 256 characters without a blank', () => {
    const schema = fields.newPassword()
    expect([codes(schema, x(5)), codes(schema, x(6)), codes(schema, x(256)), codes(schema, x(257))]).toEqual([
      ['1004'],
      [],
      [],
      ['1004'],
    ])
    for (const value of ['abc def', ' abcdef', 'abcdef\t', 'abc\u00a0def'])
      expect([value, codes(schema, value)]).toEqual([value, ['1005']])
  })
  test('changed: 8 to 60 characters', () => {
    const schema = fields.changedPassword()
    expect([codes(schema, x(7)), codes(schema, x(8)), codes(schema, x(60)), codes(schema, x(61))]).toEqual([
      ['1004'],
      [],
      [],
      ['1004'],
    ])
  })
  test('given at sign-in: only there, and not endless', () => {
    const schema = fields.givenPassword()
    expect([codes(schema, 'a'), codes(schema, x(256)), codes(schema, x(257))]).toEqual([[], [], ['1002']])
  })
  test.each([fields.newPassword(), fields.changedPassword(), fields.givenPassword()])(
    'missing is 1002',
    (schema) => {
      for (const value of [undefined, null, '']) expect(codes(schema, value)).toEqual(['1002'])
      for (const value of WRONG) expect(codes(schema, value)).toEqual(['1005'])
    },
  )
})

describe('ids', () => {
  test('are 26 characters that a ULID has', () => {
    const schema = fields.id()
    const good = '01JD0000000000000000000000'
    expect(codes(schema, good)).toEqual([])
    for (const value of [
      good.slice(1),
      `${good}0`,
      good.toLowerCase(),
      good.replace('J', 'I'),
      `8${good.slice(1)}`,
      `${good}\n`,
      ...WRONG,
    ])
      expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    expect([codes(schema, ''), codes(fields.id('6002'), undefined)]).toEqual([['1003'], ['6002']])
  })
  test('in a path are anything up to 64 characters: what names nothing is not there', () => {
    expect([
      codes(fields.pathId(), ''),
      codes(fields.pathId(), x(64)),
      codes(fields.pathId(), x(65)).length,
    ]).toEqual([[], [], 1])
  })
})

describe('days and instants', () => {
  test('a day exists', () => {
    for (const value of ['2026-11-21', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])
      expect([value, codes(fields.day(), value)]).toEqual([value, []])
    for (const value of [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-1-1',
      '1899-12-31',
      '3000-01-01',
      '21.11.2026',
      '2026-11-21T00:00:00Z',
      ' 2026-11-21',
      '2026-11-21\n',
      '٢٠٢٦-11-21',
      ...WRONG,
    ])
      expect([value, codes(fields.day(), value)]).toEqual([value, ['1005']])
    for (const value of [undefined, null, '']) expect(codes(fields.day(), value)).toEqual(['1003'])
  })
  test('an instant is ISO 8601 with its offset', () => {
    for (const value of [
      '2026-11-21T10:00:00Z',
      '2026-11-21T10:00:00.123Z',
      '2026-11-21T10:00:00.123456+03:00',
      '2026-11-21T10:00Z',
    ])
      expect([value, codes(fields.instant(), value)]).toEqual([value, []])
    for (const value of [
      '2026-11-21',
      '2026-11-21T10:00:00',
      'x 1',
      '1',
      'Sat Nov 21 2026',
      '2026-02-30T10:00:00Z',
      '2026-11-21T25:00:00Z',
      '2026-11-21T10:00:00ZZ',
      ...WRONG,
    ])
      expect([value, codes(fields.instant(), value)]).toEqual([value, ['1005']])
    for (const value of [undefined, null, '']) expect(codes(fields.instant(), value)).toEqual(['1003'])
  })
})

const NO_NUMBER: readonly unknown[] = ['7', true, {}, [], [7], Number.NaN, Infinity, -Infinity]

describe('numbers', () => {
  test('money is whole minor units from 0 to a billion', () => {
    const schema = fields.minor()
    expect(
      [-1, 0, 100_000_000_000, 100_000_000_001, 0.5, 2 ** 60].map((value) => codes(schema, value)),
    ).toEqual([['1005'], [], [], ['1005'], ['1005'], ['1005']])
    for (const value of NO_NUMBER) expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    for (const value of [undefined, null, '']) expect(codes(schema, value)).toEqual(['1003'])
  })
  test('a percentage is 0 to 100 with two decimals', () => {
    const schema = fields.percent()
    expect(
      [-0.01, 0, 0.01, 7.77, 33.33, 99.99, 100, 100.01, 0.001, 33.333].map((value) => codes(schema, value)),
    ).toEqual([['1005'], [], [], [], [], [], [], ['1005'], ['1005'], ['1005']])
    expect([codes(fields.percent(5), 5), codes(fields.percent(5), 5.01)]).toEqual([[], ['1005']])
    for (const value of NO_NUMBER) expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    // Every percentage with two decimals, whatever its binary form.
    for (let hundredths = 0; hundredths <= 10_000; hundredths += 1)
      expect(codes(schema, hundredths / 100)).toEqual([])
  })
  test('a whole number is between its ends', () => {
    const schema = fields.whole(1, 120)
    expect([0, 1, 120, 121, 1.5].map((value) => codes(schema, value))).toEqual([
      ['1005'],
      [],
      [],
      ['1005'],
      ['1005'],
    ])
    for (const value of NO_NUMBER) expect([value, codes(schema, value)]).toEqual([value, ['1005']])
  })
  test('one of a query is digits', () => {
    const schema = fields.wholeText(1, 100_000)
    expect(['0', '1', '100000', '100001'].map((value) => codes(schema, value))).toEqual([
      ['1005'],
      [],
      [],
      ['1005'],
    ])
    for (const value of ['', ' 1', '1 ', '-1', '+1', '1.0', '1e3', '0x10', '１', '9'.repeat(400)])
      expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    expect(codes(schema, ['1', '2']).length).toBe(1)
  })
})

describe('choices', () => {
  test('are theirs and no others', () => {
    const schema = fields.language()
    expect(codes(schema, 'de')).toEqual([])
    for (const value of ['DE', 'fr', 'toString', '__proto__', 0, {}, ['de']])
      expect([value, codes(schema, value)]).toEqual([value, ['1005']])
    for (const value of [undefined, null, '']) expect(codes(schema, value)).toEqual(['1003'])
  })
  test('yes or no is neither a word nor a number', () => {
    expect([codes(fields.flag(), true), codes(fields.flag(), false)]).toEqual([[], []])
    for (const value of ['true', 1, 0, [], {}])
      expect([value, codes(fields.flag(), value)]).toEqual([value, ['1005']])
    expect(codes(fields.flag(), undefined)).toEqual(['1003'])
  })
})

describe('a file', () => {
  test('has content, and a type that nobody believes', () => {
    const schema = fields.base64File()
    expect(codes(schema, { type: 'image/png', base64: 'aGk=' })).toEqual([])
    expect(codes(schema, { type: 'image/png', base64: '' })).toEqual(['1003'])
    expect(codes(schema, { type: 'image/png' })).toEqual(['1003'])
    expect(codes(schema, { type: 'image/png', base64: 7 })).toEqual(['1005'])
  })
})
