import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import * as api from '@stowage/api/bank'
import { listContractInvoices } from '@stowage/api/billing'
import { creditorReference } from '@stowage/domain/bank-reference'
import { findFaults } from '../../../../../../tools/verify/find-faults.ts'
import type { NamedPerson } from '../../../testing/people.ts'
import { openContracts } from '../../../testing/running-contracts.ts'
import { camt, ibanOf, type WrittenEntry, type WrittenStatement } from './camt.fixture.ts'

export interface Owed {
  readonly tenant: NamedPerson
  readonly contractId: string
  readonly contractNumber: string
  readonly documentId: string
  readonly debt: number
  readonly reference: string
}

export const decimal = (minor: number): string => (minor / 100).toFixed(2)

export const bodyOf = (text: string | Uint8Array, over: Record<string, unknown> = {}) => ({
  fileName: 'statement.xml',
  file: { type: 'text/xml', base64: Buffer.from(text).toString('base64') },
  ...over,
})

/** A company with bookings to pay, a seller with an account of its own for each test, and how a statement comes in. */
export async function openBank() {
  const scene = await openContracts()
  const { sofia } = scene.people
  const { platform } = scene.world.running
  const { db } = platform

  let account = ''
  let accounts = 0
  beforeAll(async () => await scene.world.setTime('2026-11-21T10:00:00Z'))
  beforeEach(async () => {
    // Each test has an account of its own: what a former one has imported is not there.
    account = ibanOf(1000 + (accounts += 1))
    await sql`update seller set iban = ${account} where id = ${scene.stock.sellerId}`.execute(db)
  })
  afterEach(async () => expect((await findFaults(db)).faults).toEqual([]))

  async function importText(text: string, over: Record<string, unknown> = {}) {
    const reply = await sofia.call(api.importBankStatement, { body: bodyOf(text, over) })
    expect(reply.errors).toEqual([])
    await scene.world.settle()
    return reply.body
  }
  const importEntries = async (entries: readonly WrittenEntry[], over: Partial<WrittenStatement> = {}) =>
    await importText(camt({ account, entries, ...over }))

  const entriesOf = async (importId: string) =>
    (await sofia.call(api.listBankEntries, { query: { importId } })).body.items
  const onlyEntry = async (importId: string) => {
    const [entry, ...others] = await entriesOf(importId)
    expect(others).toEqual([])
    return entry!
  }

  /** A tenant who has booked and not paid. */
  async function owing(): Promise<Owed> {
    const tenant = await scene.tenant()
    const contract = await scene.book(tenant, { isPaid: false })
    return await owedOn(tenant, contract.id)
  }
  async function owedOn(tenant: NamedPerson, contractId: string): Promise<Owed> {
    const { body } = await sofia.call(listContractInvoices, { params: { contractId } })
    const open = body.find(({ debt }) => debt > 0)!
    const { payment_number: number } = await db
      .selectFrom('document')
      .select('payment_number')
      .where('id', '=', open.id)
      .executeTakeFirstOrThrow()
    return {
      tenant,
      contractId,
      contractNumber: open.contractNumber,
      documentId: open.id,
      debt: open.debt,
      reference: creditorReference(number),
    }
  }
  const documentState = async (id: string) =>
    await db
      .selectFrom('document')
      .select(['status', 'paid', 'gross', 'paid_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const creditOf = async (accountId: string): Promise<number> => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(-sum(amount), 0)::bigint as sum from ledger_entry where account_holder_id = ${accountId} and account = 'tenantCredit'`.execute(
      db,
    )
    return rows[0]?.sum ?? 0
  }
  return {
    scene,
    sofia,
    platform,
    db,
    /** Of the seller, in this test. */
    account: () => account,
    importText,
    importEntries,
    entriesOf,
    onlyEntry,
    owing,
    owedOn,
    documentState,
    creditOf,
  }
}
