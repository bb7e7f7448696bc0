import * as z from 'zod/mini'
import { countCharacters } from '@stowage/domain/characters'
import { isCreditorId, plainCreditorId } from '@stowage/domain/creditor-id'
import { isDebitableIban } from '@stowage/domain/iban'
import { plainEmail, plainText } from './plain-text.ts'

/**
 * Field schemas of section 5. The message of an issue is the code of the catalogue, so that one answer carries one
 * code per bad field and forms and server agree: 1000–1005, 9001, 6013.
 */
export const missing = (wrong: string, absent = '1003') => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null || issue.input === '' ? absent : wrong,
})

/** Codes of their own are refinements, which JSON Schema cannot say: what OpenAPI is to say of a field stands here. */
const told = (about: { [name: string]: unknown }) => z.meta(about)

/** Nothing typed is missing, not wrong. */
const filled = (absent = '1003') => z.refine<string>((value) => value !== '', { error: absent, abort: true })

/**
 * The first rule that is broken names the code. No `abort`: it would keep rules over several fields from being asked, and
 * who fills a form is told everything at once.
 */
const rules = (...list: readonly (readonly [holds: (value: string) => boolean, code: string])[]) =>
  z.superRefine<string>((value, context) => {
    const broken = list.find(([holds]) => !holds(value))
    if (broken) context.addIssue({ code: 'custom', message: broken[1], input: value })
  })

/** Trimmed text of min…max characters as people see them; empty counts as missing (1003), a wrong length is 1004. */
export function text(min: number, max: number) {
  return z
    .string(missing('1005'))
    .check(
      z.overwrite(plainText),
      z.trim(),
      rules(
        [(value) => value.length > 0 || min === 0, '1003'],
        [(value) => hasLength(value, min, max), '1004'],
        [(value) => !hasUnwrittenCharacters(value), '1005'],
      ),
      told({ minLength: min, maxLength: max }),
    )
}

/** No character that people see needs more than these together: flags of countries, families, letters with their marks. */
const UNITS_PER_CHARACTER = 16

/** min…max characters as people see them, emoji included (specification 5); forms ask the same schemas. */
function hasLength(value: string, min: number, max: number): boolean {
  // Longer than any such text can be: it is not even counted.
  if (value.length > max * UNITS_PER_CHARACTER) return false
  const count = countCharacters(value)
  return count >= min && count <= max
}

/** What nobody types: control characters, and halves of a character, which no database takes. */
function hasUnwrittenCharacters(value: string): boolean {
  if (!value.isWellFormed()) return true
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i)
    if (code < 32 && code !== 10 && code !== 13 && code !== 9) return true
    if (code === 127) return true
  }
  return false
}

/**
 * What a person writes to a person, of min…max characters as he sees them, emoji included: trimmed, line ends as one \n.
 * Control characters, and halves of a character, are refused (1005); tabs and line ends are writing.
 */
export function message(min: number, max: number) {
  return z.string(missing('1005')).check(
    z.overwrite(plainText),
    z.trim(),
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    rules(
      [(value) => value.length > 0 || min === 0, '1003'],
      [(value) => hasLength(value, min, max), '1004'],
      [(value) => !hasUnwrittenCharacters(value) && !/[\u0080-\u009f]/.test(value), '1005'],
    ),
    told({ minLength: min, maxLength: max }),
  )
}

/** Text that may be left out, null or empty; otherwise of min…max characters. */
export function optionalText(min: number, max: number) {
  return z.optional(
    z.nullable(
      z
        .string('1005')
        .check(
          z.overwrite(plainText),
          z.trim(),
          rules(
            [(value) => value.length === 0 || hasLength(value, min, max), '1004'],
            [(value) => !hasUnwrittenCharacters(value), '1005'],
          ),
          told({ maxLength: max }),
        ),
    ),
  )
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/

/** E-mail of 6–129 characters (1000 missing, 1001 wrong form, 1004 wrong length); kept as written, compared in lower case. */
export function email() {
  return z
    .string(missing('1001', '1000'))
    .check(
      z.overwrite(plainEmail),
      z.trim(),
      rules(
        [(value) => value.length > 0, '1000'],
        [(value) => EMAIL.test(value) && !hasUnwrittenCharacters(value), '1001'],
        [(value) => value.length >= 6 && value.length <= 129, '1004'],
      ),
      told({ format: 'email', minLength: 6, maxLength: 129 }),
    )
}

/** Phone everywhere: optional plus, digits, spaces, dashes, dots, brackets; 3–14 characters. */
export function phone() {
  return z
    .string(missing('1005'))
    .check(
      z.trim(),
      rules(
        [(value) => value.length > 0, '1003'],
        [(value) => value.length >= 3 && value.length <= 14, '1004'],
        [(value) => /^\+?[\d\s\-.()]+$/.test(value) && /\d/.test(value), '1005'],
      ),
      told({ minLength: 3, maxLength: 14, pattern: '^\\+?[\\d\\s\\-.()]+$' }),
    )
}

/** A password on create and sign-up: at least 6 characters, no spaces (1002 missing). At most 256: hashing is not free. */
export function newPassword() {
  return z
    .string(missing('1005', '1002'))
    .check(
      rules(
        [(value) => value.length > 0, '1002'],
        [(value) => value.length >= 6 && value.length <= 256, '1004'],
        [(value) => !/\s/.test(value), '1005'],
      ),
      told({ format: 'password', minLength: 6, maxLength: 256 }),
    )
}

/** A password on change: 8–60 characters. */
export function changedPassword() {
  return z
    .string(missing('1005', '1002'))
    .check(
      rules(
        [(value) => value.length > 0, '1002'],
        [(value) => value.length >= 8 && value.length <= 60, '1004'],
      ),
      told({ format: 'password', minLength: 8, maxLength: 60 }),
    )
}

/**
 * The number a tenant types at the door where a phone cannot ask us: 6 digits, and none that everybody tries first
 * (all the same, counted up or down): 1005.
 */
export function pinCode() {
  return z
    .string(missing('1005'))
    .check(
      rules(
        [(value) => value.length > 0, '1003'],
        [(value) => /^\d{6}$/.test(value), '1005'],
        [(value) => !isGuessable(value), '1005'],
      ),
      told({ pattern: '^\\d{6}$' }),
    )
}

function isGuessable(pin: string): boolean {
  return '0123456789012345 9876543210987654'.includes(pin) || pin === pin[0]?.repeat(pin.length)
}

/** A password as typed at login: only present. */
export function givenPassword() {
  return z.string(missing('1005', '1002')).check(
    z.refine((value) => value.length > 0 && value.length <= 256, '1002'),
    told({ format: 'password', minLength: 1, maxLength: 256 }),
  )
}

const ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A 26-character ULID. `absent` is the code when it is not there. */
export function id(absent = '1003') {
  return z.string(missing('1005', absent)).check(
    filled(absent),
    z.refine((value) => ID.test(value), '1005'),
    told({ pattern: ID.source }),
  )
}

/** An id in a path: anything text-like; what is no id simply names nothing (404), it is not bad input. */
export function pathId() {
  return z.string().check(z.maxLength(64))
}

/** The query of a path that names a box: the stock, where boxes of several have the number that their sources gave (6003). */
export function ofStock() {
  return z.object({ stockId: z.optional(pathId()) })
}

/** A calendar day `YYYY-MM-DD` that exists. */
export function day() {
  return z.string(missing('1005')).check(
    filled(),
    z.refine((value) => isDay(value), '1005'),
    told({ format: 'date' }),
  )
}

export function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match) return false
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || date < 1) return false
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** A calendar month `YYYY-MM`. */
export function month() {
  return z.string(missing('1005')).check(
    filled(),
    z.refine((value) => isDay(`${value}-01`), '1005'),
    told({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  )
}

const LOCAL_MOMENT = /^(\d{2})\/(\d{2})\/(\d{4}) ([01]\d|2[0-3]):([0-5]\d)$/

/** `DD/MM/YYYY HH:mm` in the stock's own time, the specification's form of leaveDate (decision 7). */
export function localMoment() {
  return z.string(missing('1005')).check(
    filled(),
    z.refine((value) => readLocalMoment(value) !== null, '1005'),
  )
}

/** Its day YYYY-MM-DD and its time HH:mm; null for text of another form, or a day that no month has. */
export function readLocalMoment(text: string): { readonly day: string; readonly time: string } | null {
  const [, date, month, year, hours, minutes] = LOCAL_MOMENT.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  return isDay(day) ? { day, time: `${hours}:${minutes}` } : null
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** An instant as ISO 8601 text with its offset; left to itself, Date.parse takes "x 1" for one. */
export function instant() {
  return z.string(missing('1005')).check(
    filled(),
    z.refine((value) => isDay(INSTANT.exec(value)?.[1] ?? '') && !Number.isNaN(Date.parse(value)), '1005'),
    told({ format: 'date-time' }),
  )
}

/** Money in minor units, an integer ≥ 0 (decisions.md A2). */
export function minor() {
  return z.int(missing('1005')).check(
    z.refine((value) => value >= 0 && value <= 100_000_000_000, '1005'),
    told({ minimum: 0, maximum: 100_000_000_000 }),
  )
}

/** Money in minor units that may be negative: balances, credit lines. Answers only. */
export function signedMinor() {
  return z.int()
}

/** A percentage 0–100 with at most two decimals (decisions.md D23). */
export function percent(max = 100) {
  return z.number(missing('1005')).check(
    z.refine(
      (value) => value >= 0 && value <= max && Math.abs(Math.round(value * 100) - value * 100) < 1e-9,
      '1005',
    ),
    told({ minimum: 0, maximum: max }),
  )
}

/** A whole number between min and max. */
export function whole(min: number, max: number) {
  return z.int(missing('1005')).check(
    z.refine((value) => value >= min && value <= max, '1005'),
    told({ minimum: min, maximum: max }),
  )
}

/** Degrees of latitude (`max` 90) or longitude (180). */
export function degrees(max: 90 | 180) {
  return z.number(missing('1005')).check(
    z.refine((value) => value >= -max && value <= max, '1005'),
    told({ minimum: -max, maximum: max }),
  )
}

interface Place {
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
}

/** A check of a whole body: a place has both of its degrees or none. */
export const bothOrNone = <T extends Place>() =>
  z.refine<T>(({ latitude, longitude }) => (latitude == null) === (longitude == null), {
    error: '1003',
    path: ['longitude'],
  })

/** A country as ISO 3166 code of two letters. */
export function country() {
  return z.string(missing('1005')).check(
    filled(),
    z.refine((value) => /^[A-Z]{2}$/.test(value), '1005'),
    told({ pattern: '^[A-Z]{2}$' }),
  )
}

/** A whole number that arrives as text in a query. */
export function wholeText(min: number, max: number) {
  return z.string().check(
    z.refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, '1005'),
    told({ pattern: '^\\d{1,9}$' }),
  )
}

/** An account number that can be debited by its IBAN alone (domain/iban). */
export function debitableIban() {
  return z
    .string(missing('1005'))
    .check(
      z.trim(),
      rules(
        [(value) => value !== '', '1003'],
        [(value) => value.length <= 60, '1004'],
        [(value) => isDebitableIban(value), '1005'],
      ),
      told({ minLength: 15, maxLength: 60 }),
    )
}

/** Of a creditor that collects SEPA direct debits (domain/creditor-id); kept without spaces. */
export function optionalCreditorId() {
  return z.optional(
    z.nullable(
      z
        .string('1005')
        .check(
          z.trim(),
          z.overwrite(plainCreditorId),
          rules([(value) => value === '' || isCreditorId(value), '1005']),
          told({ maxLength: 60 }),
        ),
    ),
  )
}

export function flag() {
  return z.boolean(missing('1005'))
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, missing('1005'))
}

export const language = () => oneOf(['ru', 'en', 'de', 'pl'])
export const currency = () => oneOf(['EUR', 'USD', 'RUB', 'PLN'])

/** An uploaded file as the specification sends it: base64 with its type. The server looks at the bytes, never at the type. */
export function base64File() {
  return z.object({
    type: z.string().check(z.maxLength(100)),
    base64: z.string(missing('1005')).check(
      z.refine((value) => value.length > 0, '1003'),
      told({ contentEncoding: 'base64' }),
    ),
  })
}
