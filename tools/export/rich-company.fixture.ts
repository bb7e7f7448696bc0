import { companyKinds } from '@stowage/server/modules/reports/company-export/company-kinds'
import { accountSealer } from '@stowage/server/modules/payments/bank-debits/mandate-words'
import { DOT, handInDocuments } from '@stowage/server/testing/people'
import { createCategory } from '@stowage/api/categories'
import { saveMap, setMapBackground } from '@stowage/api/maps'
import { sql, type Transaction } from 'kysely'
import type { House } from '../scenarios/house.fixture.ts'

type Line = Transaction<Record<string, Record<string, unknown>>>

/** What a row must say so that the database takes it; everything else is made up by its type. */
const SAID: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  access_record: { action: 'opened' },
  appeal: { type: 'message', status: 'pending', size_group: 'm' },
  bank_entry: { direction: 'in', state: 'open' },
  bank_import: { format: 'camt' },
  book_month: { month: '2026-10-01' },
  box_category: { max_size: 5 },
  debit: { status: 'planned' },
  debit_batch: { state: 'made' },
  exchange_rate: { from_currency: 'EUR', to_currency: 'PLN' },
  external_task: { kind: 'notice' },
  floor_map_version: { origin: 'drawn' },
  payment: { status: 'succeeded' },
  payment_dispute: { state: 'lost' },
  payment_processor: { kind: 'stripe', settings: '{"url":null}', secrets: '{"secretKey":{"sealed":"x"}}' },
  payment_refund: { status: 'done' },
  payout: { method: 'cash' },
  rent_rise: { rate: 2 },
  reservation: { status: 'expired' },
  saved_method: { cabinet: 'bankDebit', outside_id: 'outside' },
  sms: { status: 'sent' },
  stock_processor: { method: 'card' },
  subscription: { status: 'suspended' },
  tariff: { early_leave: 'usedDays' },
  webhook: { is_on: true },
}

interface Column {
  readonly name: string
  readonly type: string
  readonly isNeeded: boolean
  /** The table and column that it points at. */
  readonly to: string | null
}

const made = (type: string, name: string): unknown => {
  if (name === 'currency') return 'EUR'
  if (type === 'jsonb') return '{"ä": [1.50, null, "\\u2028 and \\" and \\\\"], "b": {}}'
  if (type.endsWith('[]')) return '{1,2}'
  if (type === 'boolean') return false
  if (type === 'date') return '2026-10-01'
  if (type.startsWith('timestamp')) return '2026-10-01T12:34:56.123456Z'
  if (type.startsWith('time')) return '08:15:00'
  return type === 'text' ? `a "quoted" \\ text\nof ${name}, ящик` : 1
}

/**
 * What a company of some years has: people with documents, boxes let and paid, pictures; and of every other kind of thing one, with
 * something in each of its columns.
 */
export async function furnish(house: House): Promise<void> {
  const { people, world, stock } = house
  const { platform } = world.running
  await house.tenant()
  await house.tenant()
  await house.tenant(false)
  await handInDocuments(people.leo)
  const params = { stockId: stock.stockId }
  await must(people.sofia.call(saveMap, { params, body: { mapId: 'Floor 1', objects: [] } }))
  const where = { x: 0, y: 0, width: 100, height: 100, opacity: 0.5 }
  await must(
    people.sofia.call(setMapBackground, {
      params: { ...params, mapId: 'Floor 1' },
      body: { ...where, scan: DOT } as never,
    }),
  )
  await must(
    people.sofia.call(createCategory, {
      body: {
        name: 'Hall',
        alias: 'hall',
        description: 'Large ones',
        minSize: 80,
        maxSize: 92,
        pricePerMeterQuadratic: 900,
        preview: DOT,
      } as never,
    }),
  )
  await world.settle()
  await platform.transact(async (tx) => {
    const line = tx as unknown as Line
    for (const { kind, table } of companyKinds) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(line)
      if (rows.length === 0 && !kind.startsWith('open-'))
        await addOne(line, table, platform.config.secrets.storageKey)
    }
    // Something that is still to follow.
    await sql`insert into event (type, aggregate, payload, happened_at, recorded_at) values ('mark', 'mark', '{}', '2026-11-22T10:00:00Z', '2026-11-22T10:00:00Z')`.execute(
      line,
    )
    await sql`insert into event_delivery (event_id, handler, aggregate, next_attempt_at, parked_reason) select max(id), 'nobody', 'mark', '2026-11-22T10:00:00Z', 'for the test' from event`.execute(
      line,
    )
  })
}

async function addOne(line: Line, table: string, storageKey: string): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded",
           (select c.confrelid::regclass || '.' || f.attname from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[array_position(c.conkey, a.attnum)]
             where c.contype = 'f' and c.conrelid = a.attrelid and a.attnum = any(c.conkey) limit 1) as to
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a' order by a.attnum`.execute(
    line,
  )
  const said = SAID[table] ?? {}
  const valueOf = async ({ name, type, to }: Column): Promise<unknown> => {
    if (name in said) return said[name]
    if (name === 'id' && type === 'text') return `one0${table.replaceAll('_', '')}`
    if (name === 'iban_sealed')
      return accountSealer(storageKey).sealText('DE02120300000000202051', `one0${table}`)
    const target = to ?? POINTS[name]
    if (target === undefined) return made(type, name)
    const [other = '', column = ''] = target.split('.')
    // Out of one, into another.
    const order = sql.raw(name.startsWith('to_') ? 'desc' : 'asc')
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(other)} order by 1 ${order} limit 1`.execute(line)
    return rows[0]?.value ?? null
  }
  const row: Record<string, unknown> = {}
  for (const column of columns)
    if (column.isNeeded || column.name in said) row[column.name] = await valueOf(column)
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(line)
  for (const column of columns.filter(({ name }) => !(name in row))) {
    const value = await valueOf(column)
    if (value === null) continue
    // What a check refuses stays as it is.
    await sql`savepoint one`.execute(line)
    await sql`update ${sql.table(table)} set ${sql.ref(column.name)} = ${value}`
      .execute(line)
      .then(() => sql`release savepoint one`.execute(line))
      .catch(() => sql`rollback to savepoint one`.execute(line))
  }
}

/** Columns that point at something without a constraint saying so. */
const POINTS: Readonly<Record<string, string>> = {
  account_id: 'account.id',
  stock_id: 'stock.id',
  seller_id: 'seller.id',
  contract_id: 'contract.id',
  box_id: 'box.id',
  document_id: 'document.id',
}

async function must(reply: Promise<{ status: number; raw: string }>): Promise<void> {
  const { status, raw } = await reply
  if (status >= 400) throw new Error(`the company could not be furnished: ${status} ${raw}`)
}
