import { spawn } from 'node:child_process'
import path from 'node:path'
import { previewRises, serveRises } from '@stowage/api/rises'
import { sealAudit } from '@stowage/server/platform/audit/seal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type House, type Tenant } from '../scenarios/house.fixture.ts'
import { findFaults } from './find-faults.ts'

let house: House
let tenants: Tenant[]
const db = () => house.world.running.platform.db

beforeAll(async () => {
  house = await openHouse()
  tenants = [await house.tenant(), await house.tenant(), await house.tenant(false)]
  await house.world.settle()
  await sealAudit(house.world.running.platform.transact, Temporal.Now.instant().add({ hours: 1 }))
}, 180_000)
afterAll(async () => await house?.close())

const faults = async (): Promise<string[]> =>
  (await findFaults(db())).faults.map(({ what, id }) => `${what} ${id}`)

/** Breaks something by hand, looks, and mends it. */
async function broken(breaking: string, mending: string): Promise<string[]> {
  await sql.raw(breaking).execute(db())
  const found = await faults()
  await sql.raw(mending).execute(db())
  expect(await faults()).toEqual([])
  return found
}

describe('a house in which everything is right', () => {
  test('has no faults, and its privileged acts are in the chain', async () => {
    const report = await findFaults(db())
    expect(report.faults).toEqual([])
    expect(report.auditRecords).toBeGreaterThan(5)
  })
})

describe('what does not fit is named', () => {
  test('a box that is held for nobody, a contract that holds none', async () => {
    const [{ contractId, boxId }] = tenants as [Tenant]
    expect(
      await broken(
        `update box_claim set holder_id = 'nobody' where holder_id = '${contractId}'`,
        `update box_claim set holder_id = '${contractId}' where holder_id = 'nobody'`,
      ),
    ).toEqual([`contract does not hold its box ${contractId}`, `a box is held for nobody ${boxId}`])
    expect(
      await broken(
        `update contract set status = 'closed' where id = '${contractId}'`,
        `update contract set status = 'active' where id = '${contractId}'`,
      ),
    ).toEqual([`a box is held for nobody ${boxId}`])
  })

  test('two holders of one box', async () => {
    const [one, two] = tenants as [Tenant, Tenant]
    const found = await broken(
      `update contract set box_id = '${one.boxId}' where id = '${two.contractId}'`,
      `update contract set box_id = '${two.boxId}' where id = '${two.contractId}'`,
    )
    expect(found).toEqual([
      `contract does not hold its box ${two.contractId}`,
      `two hold one box ${one.boxId}`,
    ])
  })

  test('a contract that cannot be billed and that nobody would try again', async () => {
    const plan = `(select id from billing_plan where contract_id = '${tenants[0]?.contractId}')`
    const found = await broken(
      `update billing_plan set parked_reason = 'no rate' where id = ${plan}`,
      `update billing_plan set parked_reason = null where id = ${plan}`,
    )
    expect(found).toEqual([expect.stringMatching(/^a contract that cannot be billed is never tried again /)])
  })

  test('a rent that rose without its mail, rates that no notice has set', async () => {
    const { people } = house
    const [{ contractId }] = tenants as [Tenant]
    const [wish] = (
      await people.sofia.call(previewRises, {
        body: { contractIds: [contractId], how: 'percent', percent: 5 },
      })
    ).body
    const { body } = await people.sofia.call(serveRises, {
      body: { items: [{ contractId, rate: wish?.rate ?? 0, from: wish?.period?.from ?? '' }] },
    })
    await house.world.settle()
    const riseId = body[0]?.id ?? ''
    expect(await faults()).toEqual([])
    expect(
      await broken(
        `update rent_rise set mail_id = 'no-' || mail_id where id = '${riseId}'`,
        `update rent_rise set mail_id = substr(mail_id, 4) where id = '${riseId}'`,
      ),
    ).toEqual([`a rent rise counts without its mail ${riseId}`])
    const plan = (
      await sql<{ id: string }>`select id from billing_plan where contract_id = ${contractId}`.execute(db())
    ).rows[0]?.id
    expect(
      await broken(
        `update billing_plan set terms = jsonb_set(terms, '{laterRates,0,rate}', '999999') where id = '${plan}'`,
        `update billing_plan set terms = jsonb_set(terms, '{laterRates,0,rate}', '${wish?.rate}') where id = '${plan}'`,
      ),
    ).toEqual([`the rates of a plan are not those of its notices ${plan}`])
  })

  test('a gap in the numbers, a number taken for nothing, a number of another form', async () => {
    const { number } = await db()
      .selectFrom('document')
      .select('number')
      .where('id', '=', tenants[0]!.documentId)
      .executeTakeFirstOrThrow()
    const gap = `numbers have a gap ${house.stock.stockId}`
    expect(
      await broken(
        `update document set number = replace(number, '000001', '000007') where number = '${number}'`,
        `update document set number = '${number}' where id = '${tenants[0]!.documentId}'`,
      ),
    ).toEqual([gap])
    expect(
      await broken(
        'update document_series set last_number = last_number + 1',
        'update document_series set last_number = last_number - 1',
      ),
    ).toEqual([gap])
    expect(
      await broken(
        `update document set number = 'X1' where number = '${number}'`,
        `update document set number = '${number}' where id = '${tenants[0]!.documentId}'`,
      ),
    ).toEqual([`a number has no such form ${tenants[0]!.documentId}`, gap])
  })

  test('an entry of the book that was changed', async () => {
    const entry = await db()
      .selectFrom('ledger_entry')
      .select(['id', 'posting_id', 'amount'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const found = await broken(
      `update ledger_entry set amount = amount + 1 where id = '${entry.id}'`,
      `update ledger_entry set amount = ${entry.amount} where id = '${entry.id}'`,
    )
    expect(found).toContain(`posting does not sum to zero ${entry.posting_id}`)
  })

  test('a document that says it was paid', async () => {
    const { documentId } = tenants[2]!
    expect(
      await broken(
        `update document set paid = paid + 1 where id = '${documentId}'`,
        `update document set paid = paid - 1 where id = '${documentId}'`,
      ),
    ).toEqual([
      expect.stringMatching(/^receivable differs from the unpaid part of documents /),
      `settlements do not sum to what is paid ${documentId}`,
    ])
  })

  test('a credit note, a deposit and a payout that are not what the book says', async () => {
    const tenant = await house.tenant()
    const { stockId } = house.stock
    const { sofia } = house.people
    const closed = await sofia.send('PUT', `stocks/${stockId}/contracts/${tenant.contractId}/terminate`)
    expect(closed.status).toBe(200)
    const body = { stockId, amount: 100, method: 'cash', paidOn: '2026-11-21' }
    expect((await sofia.send('POST', `users/${tenant.id}/payouts`, body)).status).toBe(200)
    await house.world.settle()
    expect(await faults()).toEqual([])
    const note = await db()
      .selectFrom('document')
      .select(['id', 'corrects_id as correctsId'])
      .where('contract_id', '=', tenant.contractId)
      .where('kind', '=', 'credit_note')
      .executeTakeFirstOrThrow()
    const row = `from document_line where document_id = '${note.id}'`
    expect(
      await broken(
        `update document set net = net - 1, gross = gross - 1 where id = '${note.id}'; update document_line set net = net - 1, gross = gross - 1 where document_id = '${note.id}' and position = (select min(position) ${row})`,
        `update document set net = net + 1, gross = gross + 1 where id = '${note.id}'; update document_line set net = net + 1, gross = gross + 1 where document_id = '${note.id}' and position = (select min(position) ${row})`,
      ),
    ).toEqual([
      `more is credited than was billed ${note.correctsId}`,
      `a credit note stands otherwise in the book ${note.id}`,
      // Its balance, and its rent.
      `a document stands otherwise in the book ${note.id}`,
      `a document stands otherwise in the book ${note.id}`,
    ])
    expect(
      await broken(
        `update document set corrects_id = null where id = '${note.id}'`,
        `update document set corrects_id = '${note.correctsId}' where id = '${note.id}'`,
      ),
    ).toContain(`a credit note is none ${note.id}`)
    // Two entries that balance, of a deposit that nobody has paid.
    const held = `insert into ledger_entry select x, 'odd', n, 'payment', account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, business_day, recorded_at
      from (select account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, business_day, recorded_at from ledger_entry where document_id = '${note.correctsId}' limit 1) e, (values ('odd1', 1, 'deposit', -5), ('odd2', 2, 'depositAsked', 5)) v(x, n, account, amount)`
    expect(await broken(held, `delete from ledger_entry where posting_id = 'odd'`)).toEqual([
      `the deposit held differs from what was paid and given back ${tenant.contractId}`,
    ])
    const payout = await db()
      .selectFrom('payout')
      .select('id')
      .where('account_id', '=', tenant.id)
      .executeTakeFirstOrThrow()
    expect(
      await broken(
        `update payout set amount = 99 where id = '${payout.id}'`,
        `update payout set amount = 100 where id = '${payout.id}'`,
      ),
    ).toEqual([`a payout stands otherwise in the book ${payout.id}`])
  })

  test('a contract that has moved elsewhere, a day that is billed twice', async () => {
    const tenant = await house.tenant()
    const [box, other] = [house.freeBox(), house.freeBox()]
    const path = `stocks/${house.stock.stockId}/contracts/${tenant.contractId}/transfer`
    for (const { id } of [box, other])
      expect((await house.people.sofia.send('PUT', path, { boxId: id })).status).toBe(200)
    await house.world.settle()
    expect(await faults()).toEqual([])
    const move = `contract_transfer set to_box_id = '${house.freeBox().id}' where contract_id = '${tenant.contractId}' and to_box_id`
    expect(
      await broken(
        `update ${move} = '${box.id}'`,
        `update contract_transfer set to_box_id = '${box.id}' where contract_id = '${tenant.contractId}' and from_box_id = '${tenant.boxId}'`,
      ),
    ).toEqual([`a contract has moved out of another box ${tenant.contractId}`])
    expect(
      await broken(
        `update ${move} = '${other.id}'`,
        `update contract_transfer set to_box_id = '${other.id}' where contract_id = '${tenant.contractId}' and from_box_id = '${box.id}'`,
      ),
    ).toEqual([`a contract has moved into another box ${tenant.contractId}`])
    const last = `document where contract_id = '${tenant.contractId}' and kind = 'invoice' and moved_on is null`
    const day = (days: number): string =>
      `update document set period_from = period_from + ${days} where id in (select id from ${last})`
    // The first invoice has lost all of its days to the move of the same day.
    const first = `document set moved_on = period_from + 3 where id = '${tenant.documentId}'`
    expect(
      await broken(
        `${day(1)}; update ${first}`,
        `update document set moved_on = period_from where id = '${tenant.documentId}'; ${day(-1)}`,
      ),
    ).toEqual([expect.stringMatching(/^a day is billed twice /)])
  })

  test('any one row of money: an entry, its account, a line, what paid a document, a number', async () => {
    const { rows: entries } = await sql<{
      id: string
      postingId: string
      documentId: string | null
      contractId: string
      account: string
    }>`
      select e.id, e.posting_id as "postingId", e.document_id as "documentId", e.contract_id as "contractId", e.account from ledger_entry e where e.contract_id in (${tenants[0]!.contractId}, ${tenants[1]!.contractId})`.execute(
      db(),
    )
    expect(entries.length).toBeGreaterThan(6)
    for (const { id, postingId, documentId, contractId, account } of entries) {
      const names = (found: string[]): boolean =>
        found.some((one) => [postingId, documentId, contractId].some((of) => of !== null && one.endsWith(of)))
      const more = await broken(
        `update ledger_entry set amount = amount * 3 where id = '${id}'`,
        `update ledger_entry set amount = amount / 3 where id = '${id}'`,
      )
      expect([account, names(more)]).toEqual([account, true])
      for (const other of ['vat', 'insurance', 'tenantCredit', 'writeOff', 'cash:stripe', 'deposit'])
        if (other !== account) {
          const moved = await broken(
            `update ledger_entry set account = '${other}' where id = '${id}'`,
            `update ledger_entry set account = '${account}' where id = '${id}'`,
          )
          expect([account, other, names(moved)]).toEqual([account, other, true])
        }
    }
    const { documentId } = tenants[0]!
    const named = (found: string[]) => found.some((one) => one.endsWith(documentId))
    const line = `from document_line where document_id = '${documentId}'`
    const changes = [
      ['document_line', 'net = net + 1, gross = gross + 1', 'net = net - 1, gross = gross - 1'],
      ['document_line', 'vat = vat + 1, gross = gross + 1', 'vat = vat - 1, gross = gross - 1'],
      ['settlement', 'amount = amount + 1', 'amount = amount - 1'],
      ['settlement', "payment_id = 'other' || payment_id", 'payment_id = substring(payment_id from 6)'],
    ] as const
    for (const [name, breaking, mending] of changes) {
      const where =
        name === 'settlement'
          ? `document_id = '${documentId}'`
          : `document_id = '${documentId}' and position = (select min(position) ${line})`
      const found = await broken(
        `update ${name} set ${breaking} where ${where}`,
        `update ${name} set ${mending} where ${where}`,
      )
      expect([name, breaking, named(found)]).toEqual([name, breaking, true])
    }
  })

  test('an audit record that was changed', async () => {
    const record = await db()
      .selectFrom('audit')
      .select(['id', 'action'])
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(
      await broken(
        `update audit set action = 'nothing' where id = '${record.id}'`,
        `update audit set action = '${record.action}' where id = '${record.id}'`,
      ),
    ).toEqual([`the audit chain is broken ${record.id}`])
  })
})

describe('node tools/verify.ts', () => {
  const verify = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../verify.ts')], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, said }
  }

  test('ends with 0 when everything fits, with 1 and a line each when not, with 2 when it cannot look', async () => {
    const url = house.world.running.platform.config.databaseUrl ?? ''
    const good = await verify({ DATABASE_URL: url })
    expect([good.code, good.said]).toEqual([
      0,
      expect.stringMatching(/^\d+ audit records in the chain, \d+ not yet; everything fits\n$/),
    ])
    await sql
      .raw("update document_series set last_number = last_number + 1 where kind = 'invoice'")
      .execute(db())
    const bad = await verify({ DATABASE_URL: url })
    expect([bad.code, bad.said]).toEqual([
      1,
      expect.stringMatching(
        /^numbers have a gap \(\w+\): invoice 2026: 6 numbers, the last is 6, taken were 7\n.*1 do not fit\n$/,
      ),
    ])
    expect((await verify({})).code).toBe(2)
    expect((await verify({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).code).toBe(2)
  }, 120_000)
})
