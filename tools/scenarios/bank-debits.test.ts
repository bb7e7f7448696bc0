import { startMailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, expect, test } from 'vitest'
import { listBankEntries, undoBankEntry } from '@stowage/api/bank'
import { listContractInvoices, paymentState } from '@stowage/api/billing'
import { readDebitBatch } from '@stowage/api/debit-batches'
import { listContractTransactions } from '@stowage/api/transactions'
import { decimal } from '../../apps/server/src/modules/payments/bank/bank.fixture.ts'
import { ibanOf } from '../../apps/server/src/modules/payments/bank/camt.fixture.ts'
import {
  CREDITOR_ID,
  openDebits,
  textsOf,
  type Payer,
} from '../../apps/server/src/modules/payments/bank-debits/testing/open-debits.ts'

// A tenant's months with direct debits through the seller's own bank. Berlin, from 21 November on.
const mailbox = await startMailbox()
const desk = await openDebits({ config: { smtpUrl: mailbox.smtpUrl, publicUrl: 'https://stowage.example' } })
const { sofia, db, renter, sign, state, at, waiting, make, send, statement } = desk
afterAll(async () => await mailbox.close())

/** The text of the one mail about something. */
function letter({ person }: Payer, subject: RegExp): string {
  const found = mailbox.list().filter((mail) => mail.to.includes(person.email) && subject.test(mail.subject))
  expect(found.map((mail) => mail.subject)).toHaveLength(1)
  return (found[0]?.text ?? '').replaceAll('\u00a0', ' ')
}

test('a bank account pays: mandate, notice, file, money in one sum; the next debit is a recurrent one', async () => {
  const payer = await renter()
  expect(await state(payer)).toMatchObject({ status: 'off', mayGiveAccount: true, mandate: null })
  const signed = await sign(payer)
  const contractNumber = await numberOf(payer.contractId)
  expect(signed).toMatchObject({
    status: 'active',
    kind: 'sepa',
    card: { number: `DE${ibanOf(1).slice(2, 4)} … 0001`, expires: null },
    mandate: { reference: `${contractNumber}-1`, holder: 'Jürgen Groß', creditorId: CREDITOR_ID },
    mayCancel: true,
  })
  const end = ibanOf(1).slice(-4)
  const welcome = letter(payer, /Automatic payments are on/)
  for (const word of [CREDITOR_ID, `${contractNumber}-1`, end, 'within 8 weeks', 'Stowage Berlin GmbH'])
    expect(welcome).toContain(word)
  expect(welcome).not.toContain(ibanOf(1))

  // Issued seven days ahead and told at once, with all that such a notice has to name.
  await at('2026-12-14')
  const notice = letter(payer, /will be debited/)
  for (const word of ['21 December', '17 December', end, `${contractNumber}-1`, CREDITOR_ID, '€'])
    expect(notice).toContain(word)
  expect(notice).not.toMatch(/\bcard\b/)
  expect(await waiting()).toBeUndefined()

  // Two days of banks before, it waits for its file; from then on nobody pays the same twice.
  await at('2026-12-17')
  expect(await waiting()).toMatchObject({
    count: 1,
    isReady: true,
    firstOn: '2026-12-21',
    earliestOn: '2026-12-18',
  })
  expect(await state(payer)).toMatchObject({ tries: [{ status: 'charging', day: '2026-12-21' }] })
  const batch = await make()
  expect(batch).toMatchObject({
    state: 'made',
    count: 1,
    parts: [{ sequence: 'FRST', collectOn: '2026-12-21', count: 1, pending: 1 }],
    debits: [{ mandate: `${contractNumber}-1`, state: 'pending', announcedOn: '2026-12-21' }],
  })
  expect(await waiting()).toBeUndefined()
  const { document, xml } = await send(batch.id)
  expect(textsOf(document, 'IBAN')).toEqual([desk.account, ibanOf(1)])
  expect(textsOf(document, 'MndtId')).toEqual([`${contractNumber}-1`])
  expect(textsOf(document, 'DtOfSgntr')).toEqual(['2026-11-21'])
  expect(textsOf(document, 'Nm')).toContain('Juergen Gross')
  // Fetched again it is the same, letter by letter.
  expect((await send(batch.id)).xml).toBe(xml)

  await at('2026-12-21')
  // The name of the file with another sum: nothing is guessed.
  const odd = await statement([
    { amount: decimal(batch.total - 1), day: '2026-12-21', batchOf: 2, batch: batch.parts[0]?.id ?? '' },
  ])
  expect(odd).toMatchObject({ settled: 0, waiting: 1 })
  const { items: waits } = (await sofia.call(listBankEntries, { query: { importId: odd.id } })).body
  expect(waits).toMatchObject([{ state: 'open', askedWhy: 'directDebit' }])
  const done = await statement([
    { amount: decimal(batch.total), day: '2026-12-21', batchOf: 2, batch: batch.parts[0]?.id ?? '' },
  ])
  expect(done).toMatchObject({ settled: 1, waiting: 0 })
  const { items: booked } = (await sofia.call(listBankEntries, { query: { importId: done.id } })).body
  expect(booked).toMatchObject([{ state: 'settled', shares: [{ amount: batch.total, isAutomatic: true }] }])
  const undone = await sofia.call(undoBankEntry, { params: { id: booked[0]?.id ?? '' }, body: {} })
  expect(undone).toMatchObject({ status: 409, code: 9152 })
  expect(await state(payer)).toMatchObject({ status: 'active', tries: [{ status: 'paid' }] })
  expect((await invoices(payer)).every(({ debt }) => debt === 0)).toBe(true)
  const settled = await sofia.call(readDebitBatch, { params: { id: batch.id } })
  expect(settled.body).toMatchObject({
    state: 'settled',
    debits: [{ state: 'paid', decidedOn: '2026-12-21' }],
  })

  await at('2027-01-14')
  await at('2027-01-19')
  const next = await make()
  expect(next.parts).toMatchObject([{ sequence: 'RCUR', collectOn: '2027-01-21' }])
  const later = await send(next.id)
  await at('2027-01-21')
  // A bank that tells each debit by itself.
  const [name] = textsOf(later.document, 'EndToEndId')
  await statement([{ amount: decimal(next.total), day: '2027-01-21', endToEnd: name ?? '' }])
  expect(await state(payer)).toMatchObject({ tries: [{ status: 'paid' }, { status: 'paid' }] })

  async function invoices({ person, contractId }: typeof payer) {
    return (await person.call(listContractInvoices, { params: { contractId } })).body
  }
}, 120_000)

async function numberOf(contractId: string): Promise<string> {
  const { number } = await db
    .selectFrom('contract')
    .select('number')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  return number
}

test('debits that come back: too little money is tried again, no mandate ends it, called back is not tried again', async () => {
  await at('2027-02-01')
  const [poor, denier, caller] = [
    await renter('2027-02-01'),
    await renter('2027-02-01'),
    await renter('2027-02-01'),
  ]
  for (const [index, payer] of [poor, denier, caller].entries())
    await sign(payer, { iban: ibanOf(20 + index) })
  await at('2027-02-22')
  await at('2027-02-25')
  const batch = await make()
  const { document } = await send(batch.id)
  expect(textsOf(document, 'EndToEndId')).toHaveLength(batch.count)
  const first = batch.parts[0]
  await at(first?.collectOn ?? '')
  const day = first?.collectOn ?? ''
  await statement(
    batch.parts.map((part) => ({
      amount: decimal(part.total),
      day,
      batchOf: part.count + 1,
      batch: part.id,
    })),
  )
  const debitOf = (payer: Payer) => {
    const found = batch.debits.find(({ accountId }) => accountId === payer.person.id)
    if (!found) throw new Error('not in the file')
    return found
  }
  const returned = (payer: Payer, reason: string, fee = 0) => {
    const { paymentId, amount } = debitOf(payer)
    // Some banks take their fee along.
    return { amount: decimal(amount + fee), sign: 'DBIT' as const, day, endToEnd: paymentId, reason }
  }
  const back = [returned(poor, 'AM04', 300), returned(denier, 'MD01'), returned(caller, 'MD06')]
  expect(await statement(back)).toMatchObject({ waiting: 0 })

  const ofPoor = await state(poor)
  expect(ofPoor).toMatchObject({ status: 'active', mandate: { reference: expect.any(String) } })
  expect(ofPoor.tries.find(({ documentId }) => documentId === debitOf(poor).documentId)).toMatchObject({
    status: 'declined',
    reason: 'insufficient_funds',
  })
  expect(letter(poor, /could not be debited/)).toContain('We will try again on')
  expect(await state(denier)).toMatchObject({ status: 'off', mandate: null })
  expect(letter(denier, /could not be debited/)).toContain('bank account')
  expect(await state(caller)).toMatchObject({ status: 'active' })
  expect(letter(caller, /was returned/)).toContain('went back to your bank account')
  const after = await sofia.call(readDebitBatch, { params: { id: batch.id } })
  expect(after.body.state).toBe('settled')
  const codes = after.body.debits.filter((one) => one.state === 'returned').map((one) => one.returnCode)
  expect(new Set(codes)).toEqual(new Set(['AM04', 'MD01', 'MD06']))
  // Every euro of what came back is owed again.
  for (const payer of [poor, denier, caller]) {
    const { body } = await payer.person.call(listContractInvoices, {
      params: { contractId: payer.contractId },
    })
    expect(body.find(({ id }) => id === debitOf(payer).documentId)?.debt).toBe(debitOf(payer).amount)
  }
  // Nobody of ours gave it back, and nothing says so.
  const { body: deeds } = await poor.person.call(listContractTransactions, {
    params: { contractId: poor.contractId },
  })
  expect(deeds.map(({ kind }) => kind)).toContain('takenBack')
  expect(deeds.map(({ kind }) => kind)).not.toContain('refund')
  const { paymentId } = debitOf(poor)
  expect((await poor.person.call(paymentState, { params: { paymentId } })).body).toMatchObject({
    status: 'refunded',
    isTakenBack: true,
  })
  // The same statement once more changes nothing.
  expect(await statement(back)).toMatchObject({ fresh: 0, known: 3 })
}, 120_000)

test('who gives his account days before an invoice is due reads at once what is collected and when', async () => {
  await at('2027-03-01')
  const payer = await renter('2027-03-01')
  // Issued a week ahead, and nothing pays it by itself.
  await at('2027-03-25')
  const owed = (
    await payer.person.call(listContractInvoices, { params: { contractId: payer.contractId } })
  ).body.find(({ debt }) => debt > 0)
  expect(await sign(payer, { iban: ibanOf(30) })).toMatchObject({
    status: 'active',
    next: { day: '2027-04-01', amount: owed?.debt, documentId: owed?.id },
  })
  expect(letter(payer, /will be debited/)).toContain('1 April')
})
