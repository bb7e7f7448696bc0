import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '@stowage/api/bank'
import { spacedReference } from '@stowage/domain/bank-reference'
import { bodyOf, decimal, openBank } from './bank.fixture.ts'
import { camt, ibanOf, type WrittenEntry } from './camt.fixture.ts'

const {
  scene,
  sofia,
  db,
  account,
  importText,
  importEntries,
  entriesOf,
  onlyEntry,
  owing,
  owedOn,
  documentState,
  creditOf,
} = await openBank()

test('a transfer with the reference of its document is settled by the import, on the day of the bank; again, it is known', async () => {
  const owed = await owing()
  const text = camt({
    account: account(),
    entries: [
      {
        amount: decimal(owed.debt),
        day: '2026-11-21',
        payer: 'Somebody Else',
        iban: ibanOf(5),
        purpose: [`Miete ${spacedReference(owed.reference)}`],
        bankReference: 'K-1',
      },
      { amount: '99.00', sign: 'DBIT', payer: 'Power company', bankReference: 'K-2' },
    ],
  })
  const first = await importText(text)
  expect(first).toMatchObject({ fresh: 2, known: 0, settled: 1, waiting: 0 })
  expect(await documentState(owed.documentId)).toMatchObject({ status: 'paid', paid: owed.debt })
  const entry = (await entriesOf(first.id)).find(({ direction }) => direction === 'in')
  expect(entry).toMatchObject({
    state: 'settled',
    shares: [{ documentId: owed.documentId, amount: owed.debt, isAutomatic: true }],
  })
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('reference', '=', `document:${owed.documentId}`)
    .executeTakeFirstOrThrow()
  expect(payment).toMatchObject({
    processor: 'bankTransfer',
    cabinet: 'bankTransfer',
    status: 'succeeded',
    amount: owed.debt,
  })

  expect(await importText(text)).toMatchObject({ fresh: 0, known: 2, settled: 0, waiting: 0 })
  // Another file of the bank that holds the same day, in another version of the message.
  const overlapping = camt(
    {
      account: account(),
      id: 'S2',
      entries: [
        {
          amount: decimal(owed.debt),
          day: '2026-11-21',
          payer: 'Somebody Else',
          iban: ibanOf(5),
          purpose: ['worded otherwise'],
          bankReference: 'K-1',
        },
        { amount: '1.00', day: '2026-11-22', bankReference: 'K-3' },
      ],
    },
    '02',
  )
  expect(await importText(overlapping)).toMatchObject({ fresh: 1, known: 1, settled: 0, waiting: 1 })
  expect(await documentState(owed.documentId)).toMatchObject({ paid: owed.debt })
})

test('two equal transfers of one day both count; the second finds its document paid and waits', async () => {
  const owed = await owing()
  const twin: WrittenEntry = {
    amount: decimal(owed.debt),
    payer: 'Twin',
    iban: ibanOf(6),
    purpose: [owed.contractNumber],
  }
  const imported = await importEntries([twin, twin])
  expect(imported).toMatchObject({ fresh: 2, settled: 1, waiting: 1 })
  expect(
    (await entriesOf(imported.id)).map(({ state, askedWhy }) => `${state} ${askedWhy ?? ''}`).toSorted(),
  ).toEqual(['open notOpen', 'settled '])
  expect(await importEntries([twin, twin])).toMatchObject({ fresh: 0, known: 2 })
  expect(await importEntries([twin, twin, twin], { id: 'S3' })).toMatchObject({ fresh: 1, known: 2 })
})

test('too little pays a part, too much becomes balance; what names a contract must fit to the cent', async () => {
  const [part, more, odd] = [await owing(), await owing(), await owing()]
  const imported = await importEntries([
    { amount: decimal(part.debt - 101), purpose: [part.reference], bankReference: 'a' },
    { amount: decimal(more.debt + 700), reference: more.reference, bankReference: 'b' },
    { amount: decimal(odd.debt + 1), purpose: [`Vertrag ${odd.contractNumber}`], bankReference: 'c' },
  ])
  expect(imported).toMatchObject({ settled: 2, waiting: 1 })
  expect(await documentState(part.documentId)).toMatchObject({ status: 'open', paid: part.debt - 101 })
  expect(await documentState(more.documentId)).toMatchObject({ status: 'paid' })
  expect(await creditOf(more.tenant.id)).toBe(700)
  expect(await documentState(odd.documentId)).toMatchObject({ status: 'open', paid: 0 })
  const open = (await entriesOf(imported.id)).find(({ state }) => state === 'open')
  expect(open).toMatchObject({
    askedWhy: 'otherAmount',
    suggestions: [{ documentId: odd.documentId, signs: ['contract'] }],
  })
})

test('money of another currency, of another seller, that came back or that names nothing waits for staff', async () => {
  const owed = await owing()
  const elsewhere = await scene.book(await scene.tenant(), { isPaid: false, at: scene.depositStock })
  const other = await owedOn(owed.tenant, elsewhere.id)
  const imported = await importEntries([
    { amount: decimal(other.debt), purpose: [other.reference], bankReference: 'a' },
    { amount: decimal(owed.debt), purpose: ['no words'], bankReference: 'b' },
    { amount: decimal(owed.debt), purpose: [owed.reference], reversal: true, bankReference: 'c' },
    { amount: '50.00', sign: 'DBIT', reason: 'MD06', purpose: ['returned'], bankReference: 'd' },
    { amount: decimal(owed.debt), purpose: [owed.reference], batchOf: 3, bankReference: 'e' },
  ])
  expect(imported).toMatchObject({ settled: 0, waiting: 5 })
  const why = new Map((await entriesOf(imported.id)).map((entry) => [entry.bankReference, entry.askedWhy]))
  expect(Object.fromEntries(why)).toEqual({
    a: 'unknownReference',
    b: 'nothingNamed',
    c: 'reversal',
    d: 'returned',
    e: 'batch',
  })
  const zloty = await importEntries(
    [{ amount: decimal(owed.debt), currency: 'PLN', purpose: [owed.reference] }],
    { currency: 'PLN' },
  )
  expect(await onlyEntry(zloty.id)).toMatchObject({
    askedWhy: 'unknownReference',
    currency: 'PLN',
    suggestions: [],
  })
  expect(await documentState(owed.documentId)).toMatchObject({ paid: 0 })
})

test('a file that cannot be right writes nothing and is told with the place', async () => {
  const owed = await owing()
  const good = { amount: decimal(owed.debt), purpose: [owed.reference] }
  const refused = async (text: string | Uint8Array, over: Record<string, unknown> = {}) => {
    const reply = await sofia.call(api.importBankStatement, { body: bodyOf(text, over) })
    return [reply.status, reply.code, reply.errors[0]?.message]
  }
  const whole = camt({ account: account(), entries: [good] })
  expect(await refused(camt({ account: account(), entries: [good], closing: '1.00' }))).toEqual([
    400,
    9151,
    expect.stringContaining('S1: '),
  ])
  expect(await refused(whole.slice(0, -30))).toEqual([400, 9151, expect.stringContaining('line ')])
  expect(await refused(camt({ account: ibanOf(666), entries: [good] }))).toEqual([
    400,
    9151,
    expect.stringContaining(ibanOf(666)),
  ])
  expect(
    await refused(camt({ account: account(), currency: 'GBP', entries: [{ ...good, currency: 'GBP' }] })),
  ).toEqual([400, 9151, expect.stringContaining('GBP')])
  expect(await refused('%PDF-1.7')).toEqual([400, 9151, expect.any(String)])
  expect(await refused('')).toEqual([400, 1003, expect.any(String)])
  expect(await refused(Buffer.alloc(11 * 1024 * 1024, 60))).toEqual([413, 9113, expect.any(String)])
  expect((await sofia.call(api.previewBankStatement, { body: bodyOf(whole.slice(0, -30)) })).code).toBe(9151)
  const rows = await db.selectFrom('bank_entry').select('id').where('account', '=', account()).execute()
  expect(rows).toEqual([])
  expect(await documentState(owed.documentId)).toMatchObject({ paid: 0 })
  // With the account of another firm beside it, ours is taken in and the other left out.
  const both = camt([
    { account: account(), entries: [good] },
    { account: ibanOf(666), id: 'X', entries: [{ amount: '7.00' }] },
  ])
  const { body: preview } = await sofia.call(api.previewBankStatement, { body: bodyOf(both) })
  expect(preview.statements).toMatchObject([
    { account: account(), sellerId: scene.stock.sellerId, fresh: 1, known: 0 },
    { account: ibanOf(666), sellerId: null, fresh: 0 },
  ])
  expect(await importText(both)).toMatchObject({ fresh: 1, settled: 1 })
})

test('a CSV file is looked at first, read as the person says, and remembered for the account', async () => {
  const owed = await owing()
  const text = `Datum;Betrag;Name;Zweck\n20.11.2026;${decimal(owed.debt).replace('.', ',')};Jürgen;${owed.reference}\n20.11.2026;-5,00;Bank;Gebühr\n`
  const bytes = Buffer.from(text, 'latin1')
  const { body: preview } = await sofia.call(api.previewBankStatement, {
    body: bodyOf(bytes, { sellerId: scene.stock.sellerId }),
  })
  expect(preview).toMatchObject({
    format: 'csv',
    problem: { fault: 'currency' },
    form: { encoding: 'windows-1252', skip: 1 },
  })
  expect(preview.rows[1]).toEqual([
    '20.11.2026',
    decimal(owed.debt).replace('.', ','),
    'Jürgen',
    owed.reference,
  ])
  const form = { ...(preview.form as object), currency: 'EUR' }
  const given = { fileName: 'umsatz.csv', sellerId: scene.stock.sellerId, form }
  const { body: ready } = await sofia.call(api.previewBankStatement, { body: bodyOf(bytes, given) })
  expect(ready).toMatchObject({
    problem: null,
    statements: [{ account: account(), fresh: 2, incoming: { count: 1, sum: owed.debt } }],
  })
  for (const without of ['form', 'sellerId'])
    expect(
      (await sofia.call(api.importBankStatement, { body: bodyOf(bytes, { ...given, [without]: null }) }))
        .status,
    ).toBe(400)
  const imported = await sofia.call(api.importBankStatement, { body: bodyOf(bytes, given) })
  expect(imported.body).toMatchObject({ fresh: 2, settled: 1, waiting: 0 })
  await scene.world.settle()
  expect(await documentState(owed.documentId)).toMatchObject({ status: 'paid' })
  const { body: all } = await sofia.call(api.listBankAccounts)
  expect(all.find(({ sellerId }) => sellerId === scene.stock.sellerId)).toMatchObject({
    account: account(),
    csvForm: form,
    lastDay: expect.any(String),
  })
  // The same movements in the bank's other form: nothing is settled by it a second time.
  const next = await owing()
  const camtToo = await importEntries([
    { amount: decimal(owed.debt), payer: 'Jürgen', purpose: [next.reference], bankReference: 'B' },
  ])
  expect(await onlyEntry(camtToo.id)).toMatchObject({ state: 'open', askedWhy: 'perhapsTwice' })
})

test('a process that dies between the import and its matching loses nothing: the job goes on', async () => {
  const owed = await owing()
  const imported = await importEntries([{ amount: decimal(owed.debt), payer: 'Late' }])
  // As the import leaves it, with words that name the document.
  await sql`update bank_entry set asked_why = null, updated_at = null, purpose = ${owed.reference} where import_id = ${imported.id}`.execute(
    db,
  )
  await scene.world.settle()
  expect(await onlyEntry(imported.id)).toMatchObject({ state: 'settled', decidedBy: null })
  expect(await documentState(owed.documentId)).toMatchObject({ status: 'paid', paid: owed.debt })
})

test('a movement that cannot be put to anything keeps none waiting behind it', async () => {
  const [first, second] = [await owing(), await owing()]
  await sql`create function refuse_poison() returns trigger language plpgsql as $$ begin if new.amount = 66601 then raise exception 'poison'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_poison before insert on bank_allocation for each row execute function refuse_poison()`.execute(
    db,
  )
  const imported = await importEntries([
    { amount: '666.01', purpose: [first.reference], bankReference: 'a' },
    { amount: decimal(second.debt), purpose: [second.reference], bankReference: 'b' },
  ])
  expect(imported).toMatchObject({ fresh: 2, settled: 1, waiting: 1 })
  const why = (await entriesOf(imported.id)).map(
    ({ bankReference, askedWhy }) => `${bankReference} ${askedWhy}`,
  )
  expect(why.toSorted()).toEqual(['a failed', 'b null'])
  expect(await documentState(first.documentId)).toMatchObject({ paid: 0 })
  await sql`drop trigger refuse_poison on bank_allocation`.execute(db)
})

test('a CSV file with more rows than are read is refused, never cut', async () => {
  const rows = Array.from({ length: 21_100 }, (_, at) =>
    at < 21_000 ? 'x,,' : `2026-11-20,1.00,${at}`,
  ).join('\n')
  const form = {
    encoding: 'utf-8',
    separator: ',',
    skip: 0,
    dateForm: 'YMD',
    decimal: '.',
    currency: 'EUR',
    columns: {
      date: 0,
      amount: 1,
      credit: null,
      debit: null,
      currency: null,
      payer: null,
      account: null,
      purpose: [],
      id: 2,
    },
  }
  const reply = await sofia.call(api.importBankStatement, {
    body: bodyOf(rows, { sellerId: scene.stock.sellerId, form }),
  })
  expect(reply).toMatchObject({ status: 400, code: 9151 })
  expect(reply.errors[0]?.message).toContain('20,000')
})

test('an invoice with a number is found by it, as people write it', async () => {
  const tenant = await scene.tenant()
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-16T10:00:00Z')
  const owed = await owedOn(tenant, contract.id)
  const { number } = await db
    .selectFrom('document')
    .select('number')
    .where('id', '=', owed.documentId)
    .executeTakeFirstOrThrow()
  expect(number).toMatch(/-2026-\d{6}$/)
  const imported = await importEntries([
    {
      amount: decimal(owed.debt),
      day: '2026-12-15',
      purpose: [`Rechnung ${number?.replaceAll('-', ' ').toLowerCase()} danke`],
    },
  ])
  expect(imported).toMatchObject({ settled: 1, waiting: 0 })
  const state = await documentState(owed.documentId)
  expect(state).toMatchObject({ status: 'paid', paid: owed.debt })
  // The day of the bank, not of the import.
  expect(state.paid_at?.toString()).toBe('2026-12-15T11:00:00Z')
})
