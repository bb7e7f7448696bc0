import pg from 'pg'
import type { Night } from './bill-night.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { billNight, type NightOptions, openNights } from './open-nights.ts'

const TABLES = ['document', 'document_line', 'settlement', 'ledger_entry'] as const

/**
 * One night of a large company, each contract with one invoice due and nobody at work, against one INSERT … SELECT of the very rows
 * that came out of it, into tables that hold what ours held, with the same indexes, checks and foreign keys, on the same PostgreSQL
 * right behind it.
 */
export async function measureBilling(say: (text: string) => void, options: NightOptions): Promise<Figure[]> {
  const { contracts, rounds } = options
  const { databaseUrl, begin, close } = await openNights(say, options)
  try {
    const nights: Night[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const server = await begin('still')
      let night: Night
      try {
        night = await billNight(server)
      } finally {
        await server.stop()
      }
      if (night.issued !== contracts) throw new Error(`${night.issued} invoices of ${contracts}`)
      nights.push(night)
      say(
        `Round ${round + 1}: ${night.seconds.toFixed(1)} s, ${night.cpuSeconds.toFixed(1)} s of CPU; ${resident(night)}`,
      )
      bare.push(await insertAgain(databaseUrl, contracts))
      say(`Round ${round + 1}: the same rows by one statement ${bare.at(-1)?.toFixed(1)} s`)
    }
    return figures(nights, bare, contracts)
  } finally {
    await close()
  }
}

const at = ({ resident }: Night, part: number): number =>
  resident[Math.min(resident.length - 1, Math.floor(resident.length * part))] ?? Number.NaN

const resident = (night: Night): string =>
  `${[0.1, 0.5, 1].map((part) => at(night, part).toFixed(0)).join(', ')} MB at 10, 50, 100 %`

function figures(nights: readonly Night[], bare: readonly number[], contracts: number): Figure[] {
  const memory = [0.1, 0.5, 1].map((part) => nights.map((night) => at(night, part)))
  const [early = [], half = [], end = []] = memory
  return [
    ratioFigure({
      name: `a night of ${contracts} invoices`,
      ours: nights.map(({ seconds }) => seconds),
      limit: bare,
      limitName: 'one INSERT … SELECT',
      shown: (seconds) => `${seconds.toFixed(1)} s`,
      must: 10,
      should: 5,
      atMost: true,
    }),
    valueFigure({
      name: 'a night, CPU of the server for an invoice',
      values: nights.map(({ cpuSeconds, issued }) => (cpuSeconds * 1000) / issued),
      unit: 'ms',
      digits: 3,
      must: undefined,
    }),
    valueFigure({
      name: 'a night, memory at its end over that at a tenth',
      values: end.map((value, round) => value / (early[round] ?? Number.NaN)),
      unit: 'times',
      digits: 2,
      must: 1.5,
      should: 1.2,
      note: `${[early, half, end].map((values) => `${Math.max(...values).toFixed(0)} MB`).join(', ')} at 10, 50, 100 %`,
    }),
  ]
}

/** @returns seconds of one statement that inserts all rows of the night again */
async function insertAgain(url: string, contracts: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: string }>('select max(created_at)::text as at from document')
    const ofNewDocument = 'exists (select from bare.new_document d where d.id = x.document_id)'
    const isOfNight: Readonly<Record<(typeof TABLES)[number], string>> = {
      document: `x.created_at >= '${rows[0]?.at}'::timestamptz - interval '1 hour'`,
      document_line: ofNewDocument,
      settlement: ofNewDocument,
      ledger_entry: ofNewDocument,
    }
    await client.query('create schema bare')
    for (const table of TABLES) {
      await client.query(
        `create table bare.new_${table} as select * from public.${table} x where ${isOfNight[table]}`,
      )
      await client.query(`analyze bare.new_${table}`)
      await client.query(`create table bare.${table} (like public.${table} including all)`)
      await client.query(
        `insert into bare.${table} overriding system value select * from public.${table} x where not (${isOfNight[table]})`,
      )
    }
    const { rows: keys } = await client.query<{ table: string; definition: string }>(
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
      [TABLES.map((table) => `public.${table}`)],
    )
    for (const { table, definition } of keys)
      await client.query(
        `alter table bare.${table} add ${definition.replace(/REFERENCES (document)\(/, 'REFERENCES bare.$1(')}`,
      )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const begin = performance.now()
    const { rowCount } = await client.query(`
      with ${TABLES.slice(1)
        .map((table) => `new_${table} as (insert into bare.${table} select * from bare.new_${table})`)
        .join(', ')}
      insert into bare.document select * from bare.new_document`)
    const seconds = (performance.now() - begin) / 1000
    if (rowCount !== contracts) throw new Error(`${rowCount} rows again of ${contracts}`)
    return seconds
  } finally {
    await client.end()
  }
}
