import type { ColumnType } from 'kysely'

/** A jsonb column: read as whatever it is, written as JSON text or a plain object. */
export type Json = ColumnType<unknown, string | object, string | object>
