import type { AnyEndpoint } from '@stowage/api/endpoint'
import { wireFields } from '@stowage/api/wire'
import type { Random } from '../../demo/random.ts'

type Schema = AnyEndpoint['body']

/** Ids that exist, by what they name. */
export interface KnownIds {
  readonly user: readonly string[]
  readonly stock: readonly string[]
  readonly box: readonly string[]
  readonly contract: readonly string[]
  readonly document: readonly string[]
  readonly payment: readonly string[]
  readonly city: readonly string[]
  readonly role: readonly string[]
  readonly seller: readonly string[]
  readonly category: readonly string[]
  readonly reservation: readonly string[]
  /** Signed links to a lease. */
  readonly draft: readonly string[]
}

export const anyId = (random: Random, ids: KnownIds): string =>
  random.pick(
    random.pick(
      Object.values(ids).filter((some: readonly string[]) => some.length > 0) as (readonly string[])[],
    ),
  )

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')
/** A header that promises 60000 × 60000 pixels. */
const VAST = base64(
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600806000000', 'hex'),
    Buffer.alloc(40),
  ]),
)
const FILES = [
  PNG,
  PNG,
  VAST,
  base64('<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>'),
  base64('<html><script>alert(1)</script>'),
  base64('%PDF-1.7\n%garbage'),
  base64(''),
  'not base64 at all!',
  '====',
  `${PNG}\u0000`,
]

/** What a form might send in a field of this name. */
const TYPICAL: Readonly<Record<string, (random: Random, ids: KnownIds) => unknown>> = {
  email: (random) =>
    random.pick([
      'sofia@stowage.example',
      'clara@tenants.example',
      `new${random.between(0, 1e6)}@tenants.example`,
    ]),
  // The one that all have: setting it again locks nobody out.
  password: () => 'stowage-demo',
  passwordConfirmation: () => 'stowage-demo',
  from: () => '2026-11-01',
  to: () => '2026-12-01',
  boxId: (random, ids) => random.pick(ids.box),
  stockId: (random, ids) => random.pick(ids.stock),
  stock: (random, ids) => random.pick(ids.stock),
  userId: (random, ids) => random.pick(ids.user),
  internalUserId: (random, ids) => random.pick(ids.user),
  documentId: (random, ids) => random.pick(ids.document),
  invoiceId: (random, ids) => random.pick(ids.document),
  contractId: (random, ids) => random.pick(ids.contract),
  reservationId: (random, ids) => random.pick(ids.reservation),
  arrivalDate: (random) =>
    random.pick(['2026-11-21', '2026-11-21', '2026-11-30', '2026-12-20', '2027-06-01']),
  contractDuration: (random) => random.between(1, 12),
  invoicingPeriod: (random) => random.between(1, 4),
  locationId: () => '0:01:01',
  equipmentId: () => '0:01:01',
  base64: (random) => random.pick(FILES),
  type: () => 'image/png',
  phone: () => '+49 30 123',
  zip: () => '10115',
  page: (random) => String(random.between(1, 3)),
  pinCode: () => '471104',
  updated: () => '2026-11-21T10:00:00.000Z',
  textHash: () => 'a'.repeat(64),
  language: (random) => random.pick(['ru', 'en', 'de', 'pl']),
  expectedTotal: () => null,
  cityId: (random, ids) => random.pick(ids.city),
  sellerId: (random, ids) => random.pick(ids.seller),
  insuranceSchemeId: () => null,
  country: (random) => random.pick(['DE', 'PL', 'RU']),
  alias: (random) => `alias-${random.between(0, 1e6)}`,
  unitNumber: (random) => `F${random.between(1, 1e6)}`,
  series: (random) => `F${random.between(1, 1e6)}x1–${random.between(1, 4)}`,
  csv: (random) =>
    random.pick([
      'size\n3',
      'number;size;floor;lock\n;2;1;\n;3,5;;',
      'size\n"3\n',
      'size,size\n1,2',
      '\uFEFFsize\r\n4\r\n',
      '=1+1\n3',
    ]),
  lockId: (random) => `3:${random.between(10, 99)}:${random.between(10, 99)}`,
  latitude: () => 52.5,
  longitude: () => 13.4,
  code: (random) => `F${random.between(1, 1e6)}`,
  timeZone: (random) => random.pick(['Europe/Berlin', 'Europe/Warsaw', 'Mars/Olympus']),
  openingTime: () => '06:00',
  closingTime: () => '22:00',
  carHeightLimitCm: () => 250,
  maxContractDuration: () => 12,
  dbPassword: () => 'secret-password',
  leaveDate: (random) => `${random.pick(['21/11/2026', '30/11/2026', '01/01/2027'])} 18:00`,
  plannedLeaveDate: (random) => random.pick(['2026-11-30', '2026-12-31']),
  iban: () => 'DE89370400440532013000',
  bic: () => 'COBADEFFXXX',
  website: () => 'https://stowage.example',
  url: () => 'https://stowage.example/terms',
  days: (random) => random.pick(['mon-fri', 'sat']),
  key: () => 'terms',
}

/** Whoever loses his role can do nothing more in a run: these are only ever sent with hostile values. */
const RIGHTS: ReadonlySet<string> = new Set(['role', 'roleId', 'isDeleted'])

/** A value in wire names that fits a schema as far as its form goes; what it names may or may not exist. */
export function fittingValue(random: Random, schema: Schema, ids: KnownIds, name = ''): unknown {
  const def = schema._zod.def as unknown as {
    type: string
    innerType: Schema
    in: Schema
    element: Schema
    valueType: Schema
    options: Schema[]
    entries: Record<string, string>
    values: unknown[]
  }
  if (def.type === 'object') {
    // Few of many optional fields, or nearly all of them: with each at half a chance nothing large would ever fit.
    const share = random.pick([0.05, 0.4, 0.9])
    const isLeftOut = (name: string, part: Schema): boolean =>
      RIGHTS.has(name) ||
      (name.endsWith('File') && random.next() < 0.8) ||
      (part._zod.def.type === 'optional' && random.next() > share)
    const entries = wireFields(schema as AnyEndpoint['params']).map(
      (field) =>
        [
          field.wire,
          isLeftOut(field.clean, field.schema)
            ? undefined
            : fittingValue(random, field.schema, ids, field.clean),
        ] as const,
    )
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  switch (def.type) {
    case 'optional':
      return fittingValue(random, def.innerType, ids, name)
    case 'nullable':
      return random.next() < 0.9 ? fittingValue(random, def.innerType, ids, name) : null
    case 'default':
    case 'readonly':
      return fittingValue(random, def.innerType, ids, name)
    case 'pipe':
      return fittingValue(random, def.in, ids, name)
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () => fittingValue(random, def.element, ids, name))
    case 'record':
      return { en: fittingValue(random, def.valueType, ids, name) }
    case 'union':
      return fittingValue(random, random.pick(def.options), ids, name)
    case 'enum':
      return random.pick(Object.values(def.entries))
    case 'literal':
      return random.pick(def.values)
    case 'boolean':
      return random.next() < 0.5
    default:
      return (
        TYPICAL[name]?.(random, ids) ??
        (def.type === 'string' ? random.pick(['Anna', 'Berlin', '1', 'Straße 5']) : random.between(0, 12))
      )
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { lines: value }
  return value
}

/** An object whose own keys are those that every object inherits. */
const inheritedKeys = (): unknown =>
  JSON.parse(
    '{"__proto__":{"isAdmin":true,"_id":"x"},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"then":{}}',
  )

const HOSTILE: readonly ((random: Random, ids: KnownIds) => unknown)[] = [
  () => null,
  () => '',
  () => '   ',
  (random) => 'x'.repeat(random.pick([31, 129, 255, 1000, 20_000, 100_000])),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\uD800',
  () => 'a\uDFFFb',
  () => '\u202Eevil\u2066',
  () => '🦊'.repeat(60),
  () => 'e\u0301'.repeat(200),
  () => "'; drop table account; --",
  () => '" or 1=1 --',
  () => '$1',
  () => '%',
  () => '_%\\',
  () => '{{7*7}}${7*7}#{7*7}',
  () => '<script>alert(1)</script>',
  () => '../../../../etc/passwd',
  () => 'a@b.cc\r\nBcc: c@d.ee',
  () => '=1+1',
  (random) =>
    random.pick([
      -1,
      0,
      1,
      121,
      0.1,
      -0.5,
      1e-9,
      1e308,
      -1e308,
      2 ** 31,
      -(2 ** 31) - 1,
      2 ** 53,
      2 ** 63,
      99_999_999_999,
    ]),
  (random) => random.pick(['0', '-1', '1e3', '0x10', 'Infinity', 'NaN', '٣', '9'.repeat(400)]),
  (random) => random.pick([true, false]),
  (random) =>
    random.pick([
      '2026-02-30',
      '0000-00-00',
      '9999-12-31',
      '+275760-09-13',
      '2026-11-21T00:00:00Z',
      '21/11/2026 10:00',
      '-271821-04-20',
    ]),
  () => [],
  () => [null],
  () => [[[[]]]],
  () => ({}),
  () => ({ length: 1e9 }),
  () => ({ $ne: null }),
  inheritedKeys,
  (random) => nested(random.pick([5, 60, 500])),
  () => Array.from({ length: 1000 }, () => 'x'),
  anyId,
  (random, ids) => anyId(random, ids).toLowerCase(),
  (random, ids) => [anyId(random, ids)],
  (random, ids) => ({ _id: anyId(random, ids) }),
  () => '__proto__',
  () => 'constructor',
]

export const hostileValue = (random: Random, ids: KnownIds): unknown => random.pick(HOSTILE)(random, ids)
