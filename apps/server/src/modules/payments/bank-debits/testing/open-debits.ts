import { afterEach, beforeAll, expect } from 'vitest'
import { importBankStatement } from '@stowage/api/bank'
import { fetchDebitFile, listDebitBatches, makeDebitBatch } from '@stowage/api/debit-batches'
import { updateSeller } from '@stowage/api/stocks'
import { readMandateOffer, readSubscription, signMandate } from '@stowage/api/subscriptions'
import { findFaults } from '../../../../../../../tools/verify/find-faults.ts'
import type { NamedPerson } from '../../../../testing/people.ts'
import { openContracts } from '../../../../testing/running-contracts.ts'
import type { WorldOptions } from '../../../../testing/world.ts'
import { camt, ibanOf, type WrittenEntry } from '../../bank/camt.fixture.ts'
import { allOf, painFaults, readXml, type PainNode } from './pain-structure.ts'

export const CREDITOR_ID = 'DE98ZZZ09999999999'

export interface Payer {
  readonly person: NamedPerson
  readonly contractId: string
}

/** A seller in Berlin that collects through its own bank, with tenants of contracts that are paid month by month. */
export async function openDebits(options?: WorldOptions) {
  const scene = await openContracts(options)
  const { sofia } = scene.people
  const { db } = scene.world.running.platform
  const { sellerId } = scene.stock
  const account = ibanOf(4711)

  beforeAll(async () => {
    await scene.world.setTime('2026-11-21T10:00:00Z')
    const changed = await sofia.call(updateSeller, {
      params: { id: sellerId },
      body: { iban: account, creditorId: 'de98 zzz 0999 9999 999' },
    })
    expect(changed.body).toMatchObject({ creditorId: CREDITOR_ID })
  })
  afterEach(async () => expect((await findFaults(db)).faults).toEqual([]))

  /** A tenant whose first month is paid. */
  async function renter(from = '2026-11-21'): Promise<Payer> {
    const person = await scene.tenant()
    const { id } = await scene.book(person, { invoicingPeriod: 1, months: 11, from })
    return { person, contractId: id }
  }
  const offer = async ({ person, contractId }: Payer) =>
    await person.call(readMandateOffer, { params: { contractId } })
  async function sign(payer: Payer, over: { iban?: string; holder?: string } = {}) {
    const { body } = await offer(payer)
    const reply = await payer.person.call(signMandate, {
      params: { contractId: payer.contractId },
      body: {
        holder: 'Jürgen Groß',
        iban: ibanOf(1),
        textHash: body.textHash,
        isAgreed: true,
        ...over,
      },
    })
    expect(reply.errors).toEqual([])
    await scene.world.settle()
    return reply.body
  }
  const state = async ({ person, contractId }: Payer) =>
    (await person.call(readSubscription, { params: { contractId } })).body
  /** A minute past nine in the morning in Berlin. */
  const at = async (day: string) => await scene.world.setTime(`${day}T08:01:00Z`)

  const waiting = async () =>
    (await sofia.call(listDebitBatches)).body.waiting.find((one) => one.sellerId === sellerId)
  async function make() {
    const made = await sofia.call(makeDebitBatch, { body: { sellerId } })
    expect(made.errors).toEqual([])
    return made.body
  }
  /** Fetches the file, as a person does who hands it to the bank. */
  async function send(id: string): Promise<{ xml: string; document: PainNode }> {
    const { body, errors } = await sofia.call(fetchDebitFile, { params: { id } })
    expect(errors).toEqual([])
    expect(painFaults(body.xml)).toEqual([])
    return { xml: body.xml, document: readXml(body.xml) }
  }
  async function statement(entries: readonly WrittenEntry[]) {
    const text = camt({ account, entries })
    const reply = await sofia.call(importBankStatement, {
      body: {
        fileName: 'statement.xml',
        file: { type: 'text/xml', base64: Buffer.from(text).toString('base64') },
      },
    })
    expect(reply.errors).toEqual([])
    await scene.world.settle()
    return reply.body
  }
  const mails = async ({ person }: Payer, kind: string) =>
    await db
      .selectFrom('mail')
      .select('data')
      .where('account_id', '=', person.id)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()

  return {
    scene,
    sofia,
    db,
    sellerId,
    account,
    renter,
    offer,
    sign,
    state,
    at,
    waiting,
    make,
    send,
    statement,
    mails,
  }
}

export const textsOf = (node: PainNode, name: string): string[] => allOf(node, name).map(({ text }) => text)
