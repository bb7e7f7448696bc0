import type { DatabaseKind } from '@stowage/domain/database-kind'
import type { Dialect } from './source.ts'

/** All that differs between the databases a source may be in: each view is one text for all of them. */
export const dialects: Readonly<Record<DatabaseKind, Dialect>> = {
  postgres: {
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    text: (column, length) => `left(${column}::text, ${length})`,
    place: (index) => `$${index}`,
    time: (place) => `${place}::timestamp`,
    date: (place) => `${place}::date`,
    first: (rest, count) => `select ${rest} limit ${count}`,
  },
  mysql: {
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    text: (column, length) => `left(cast(${column} as char), ${length})`,
    place: () => '?',
    time: (place) => `cast(${place} as datetime(6))`,
    date: (place) => `cast(${place} as date)`,
    first: (rest, count) => `select ${rest} limit ${count}`,
  },
  // Its driver makes floating numbers of decimals and its times have many shapes: 121 is YYYY-MM-DD hh:mm:ss.
  mssql: {
    quote: (name) => `[${name.replaceAll(']', ']]')}]`,
    text: (column, length) => `left(convert(nvarchar(max), ${column}, 121), ${length})`,
    place: (index) => `@p${index}`,
    time: (place) => `convert(datetime2, ${place}, 121)`,
    date: (place) => `convert(date, ${place}, 23)`,
    first: (rest, count) => `select top (${count}) ${rest}`,
  },
}
