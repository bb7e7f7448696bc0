import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasePerson } from '@stowage/api/privacy'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { personParts } from './person-parts.ts'
import { staysAfterErasure } from './person-stays.ts'

const { world, people } = await openPeopledWorld()
const { db } = world.running.platform

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNeeded: boolean
  readonly isGenerated: boolean
}

/** What rows must say so that nothing of them is open and the database takes them. */
const SAID: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  contract: { id: 'his-contract', status: 'closed', currency: 'EUR' },
  document: {
    id: 'his-document',
    contract_id: 'his-contract',
    kind: 'invoice',
    status: 'paid',
    currency: 'EUR',
    number: 'S-2026-000001',
  },
  payment: { id: 'his-payment', amount: 1, status: 'succeeded', currency: 'EUR', reference: 'none' },
  payment_refund: { amount: 1, status: 'done' },
  payment_dispute: { state: 'lost' },
  bank_allocation: { amount: 1 },
  sms: { status: 'failed' },
  subscription: { id: 'his-subscription', status: 'cancelled', ended_at: '2026-11-01T00:00:00Z' },
  reservation: { status: 'expired' },
  kyc_document: { kind: 'passport', file_key: 'kyc/gone' },
  document_line: { kind: 'rent' },
  saved_method: { forgotten_at: null, outside_id: 'outside', payment_id: 'his-payment' },
  debit: { status: 'paid', try: 1, amount: 1 },
  billing_plan: { closed_at: '2026-11-01T00:00:00Z' },
  settlement: { amount: 1 },
  payout: { method: 'cash', amount: 1 },
  ledger_entry: { amount: 1, account: 'revenue' },
  access_record: { action: 'opened' },
  appeal: { type: 'message', status: 'handled' },
  mail: { status: 'waiting', kind: 'kycVerified' },
  rent_rise: { rate_before: 1, rate: 2 },
  contract_transfer: { from_box_id: 'a', to_box_id: 'b' },
  external_task: { kind: 'notice' },
}

const columns: readonly Column[] = (
  await sql<Column>`
    select table_name as "table", column_name as name, data_type as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isNeeded",
           is_generated = 'ALWAYS' or is_identity = 'YES' as "isGenerated"
      from information_schema.columns where table_schema = 'public' order by ordinal_position`.execute(db)
).rows

const plain = (type: string): unknown => {
  if (type === 'jsonb') return '{}'
  if (type === 'ARRAY') return '{}'
  if (type === 'boolean') return false
  if (type === 'date') return '2026-10-01'
  if (type.startsWith('timestamp')) return '2026-10-01T00:00:00Z'
  return type === 'text' ? 'x' : 0
}

const NEEDLE = 'zwickelmann'
const WHOSE = {
  contract: 'his-contract',
  document: 'his-document',
  payment: 'his-payment',
  subscription: 'his-subscription',
  customer: 'his-external_customer',
}

/**
 * Fills every column of every table in which a person's rows stand with a word of his, erases him, and looks where the word is
 * left: a new column is either erased or named with the reason for which it stays.
 */
test('an erasure reaches every word of a person but those that are named with a reason', async () => {
  const { stockId, sellerId, boxes } = await createSmallStock(
    { platform: world.running.platform, catalog: world.running.modules.catalog },
    { boxes: [{ unitNumber: 'A1', size: 2, lockId: '1:01:01' }] },
  )
  const person = await createPerson(world, { email: 'all@tenants.example' })
  const given: Record<string, unknown> = { stock_id: stockId, seller_id: sellerId, box_id: boxes[0]?.id }
  const filled: { table: string; column: string; rest: string }[] = []
  await db.connection().execute(async (line) => {
    // Rows are made of nothing: who they point at does not matter here.
    await sql`set session_replication_role = replica`.execute(line)
    // Rows of a second kind stand in the same tables.
    for (const part of Object.values(personParts)
      .flat()
      .filter(({ as }) => as === undefined)) {
      const { table, whose } = part
      const [[kind, column] = ['', '']] = Object.entries(whose)
      const holder = kind === 'account' ? person.id : WHOSE[kind as keyof typeof WHOSE]
      const own = columns.filter((one) => one.table === table)
      if (table !== 'account') {
        const row: Record<string, unknown> = {}
        for (const { name, type, isNeeded, isGenerated } of own) {
          if (isGenerated) continue
          if (isNeeded) row[name] = plain(type)
          if (name in given) row[name] = given[name]
          if (name === 'id') row[name] = `his-${table}`
        }
        Object.assign(row, SAID[table], { [column]: holder })
        const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(
          line,
        )
      }
      for (const { name, type, isGenerated } of own) {
        const isKey = name === 'id' || name.endsWith('_id') || name in (SAID[table] ?? {}) || name === column
        if (isKey || isGenerated || !['text', 'jsonb'].includes(type)) continue
        const word = `${NEEDLE}-${name}`
        const value = type === 'jsonb' ? sql`${JSON.stringify({ word })}::jsonb` : sql`${word}`
        // What a check refuses is one of a few words, and says nothing about him.
        const isTaken =
          await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${sql.ref(column)} = ${holder}`
            .execute(line)
            .then(() => true)
            .catch(() => false)
        if (isTaken) filled.push({ table, column: name, rest: word })
      }
    }
    await sql`set session_replication_role = origin`.execute(line)
  })
  expect(new Set(filled.map(({ table }) => table)).size).toBeGreaterThan(20)
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const erased = await people.sofia.call(erasePerson, { params: { id: person.id }, body: { email } })
  expect([erased.status, erased.code]).toEqual([200, 0])
  await world.settle()

  const isFilled = (place: string): boolean =>
    filled.some(({ table, column }) => `${table}.${column}` === place)
  const left: string[] = []
  for (const { table, column, rest } of filled) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from ${sql.table(table)} t where ${sql.ref(`t.${column}`)}::text like ${`%${rest}%`}) as found`.execute(
      db,
    )
    if (rows[0]?.found === true) left.push(`${table}.${column}`)
  }
  const stays = Object.entries(staysAfterErasure).flatMap(([table, why]) =>
    Object.keys(why).map((column) => `${table}.${column}`),
  )
  expect(left.sort()).toEqual(stays.filter((place) => isFilled(place)).sort())
})
