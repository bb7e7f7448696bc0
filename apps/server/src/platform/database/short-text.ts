import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Trigram indexes know parts of three letters or more. */
const TRIGRAM = 3

export function isShort(text: string): boolean {
  return text.length < TRIGRAM
}

/**
 * Whether a column holds a text of one or two letters. No index helps then and every row is looked at, so it is not folded
 * first (0040-people.sql: that costs forty times the comparison) but looked for as people spell it: "ян" finds "Ян" and "ЯН".
 * With something appended it is no column of an index: a trigram index was read from end to end, once for each spelling, and then
 * every row all the same (9 s of a million requests, 1 s without).
 */
export function holdsShort(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const lower = text.toLowerCase()
  const spellings = [text, lower, text.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]
  const patterns = [...new Set(spellings)].map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<SqlBool>`(${column} || '') like any(${patterns}::text[])`
}
