import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '@stowage/api/bank'
import { spacedReference } from '@stowage/domain/bank-reference'
import { decimal, openBank } from './bank.fixture.ts'
import { ibanOf } from './camt.fixture.ts'
import { forgetStrangers } from './forget-strangers.ts'

const { scene, sofia, platform, db, importEntries, entriesOf, owing } = await openBank()

interface Words {
  readonly purpose: string
  readonly payer_name: string | null
  readonly payer_account: string | null
}

/** What is left of each movement of an import, by its sum. */
async function wordsOf(importId: string): Promise<Record<number, Words>> {
  const { rows } = await sql<
    Words & { amount: number }
  >`select amount, purpose, payer_name, payer_account from bank_entry where import_id = ${importId}`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ amount, ...words }) => [amount, words]))
}

test('names of strangers go: 90 days after a movement was put aside, a year after one that nobody wanted; of tenants they stay', async () => {
  const owed = await owing()
  const stranger = { payer: 'Quirin Fremd', iban: ibanOf(7) }
  const { id } = await importEntries([
    {
      amount: decimal(owed.debt),
      payer: 'Tenant',
      iban: ibanOf(8),
      purpose: [spacedReference(owed.reference)],
      bankReference: 'F-1',
    },
    { amount: '11.11', ...stranger, purpose: ['For my aunt'], bankReference: 'F-2' },
    { amount: '22.22', ...stranger, purpose: ['A mistake'], bankReference: 'F-3' },
  ])
  const aside = (await entriesOf(id)).find(({ amount }) => amount === 2_222)!
  const ignored = await sofia.call(api.ignoreBankEntry, {
    params: { id: aside.id },
    body: { reason: 'Not ours: Quirin Fremd', updated: aside.updated },
  })
  expect(ignored.errors).toEqual([])
  const named = { payer_name: 'Quirin Fremd', payer_account: ibanOf(7) }
  const blank = { payer_name: null, payer_account: null, purpose: '' }

  await scene.world.setTime('2027-02-18T10:00:00Z')
  expect(await forgetStrangers(platform)).toBe(0)
  expect(await wordsOf(id)).toMatchObject({ 1111: named, 2222: named })

  await scene.world.setTime('2027-02-22T10:00:00Z')
  expect(await wordsOf(id)).toMatchObject({ 1111: named, 2222: blank })

  await scene.world.setTime('2027-11-23T10:00:00Z')
  expect(await wordsOf(id)).toMatchObject({ 1111: blank, 2222: blank, [owed.debt]: { payer_name: 'Tenant' } })
  // What it was stays, so that the same file brings nothing anew.
  const kept =
    await sql`select 1 from bank_entry where import_id = ${id} and bank_reference is not null and ignore_reason is null`.execute(
      db,
    )
  expect(kept.rows).toHaveLength(3)
  expect(await forgetStrangers(platform)).toBe(0)
})
