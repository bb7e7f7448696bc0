import { listMonthlyBills, mailMonthlyBills, monthlyBillsToken } from '@stowage/api/monthly-bills'
import { composeMail } from '@stowage/server/modules/messaging/compose-mail'
import { parseCsv } from '@stowage/domain/csv'
import { startMailbox, type Mailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type House, type Tenant } from './house.fixture.ts'

let mailbox: Mailbox
let house: House
let tenants: Tenant[]
beforeAll(async () => {
  mailbox = await startMailbox()
  house = await openHouse({ config: { smtpUrl: mailbox.smtpUrl, publicUrl: 'https://stowage.example' } })
  tenants = [await house.tenant(), await house.tenant(), await house.tenant()]
  // A booking that is not paid is a request for payment: a document of no month.
  await house.tenant(false)
}, 120_000)
afterAll(async () => {
  await house.close()
  await mailbox.close()
})

const month = '2026-11'
const ofStock = () => ({ stockId: house.stock.stockId, month })
const sofia = () => house.people.sofia

const actsOf = async (action: string) =>
  await house.world.running.platform.db
    .selectFrom('audit')
    .select(['actor_id', 'subject_id', 'after'])
    .where('action', '=', action)
    .execute()

/** The files of an archive; entries are stored one behind another. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; archive.readUInt32LE(at) === 0x0403_4b50;) {
    const [size, named] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)]
    const begins = at + 30 + named
    files.set(archive.toString('utf8', at + 30, begins), archive.subarray(begins, begins + size))
    at = begins + size
  }
  return files
}

const archiveOf = async (bills: string, over: string) =>
  await house.world.running.app.inject({
    url: `/api/iqacdocument/monthly-bills/archive?bills=${bills}&${over}`,
  })

test('the list has what is numbered and booked into the month, with its names and sums', async () => {
  const { status, body } = await sofia().call(listMonthlyBills, { query: ofStock() })
  expect(status).toBe(200)
  expect(body.map((row) => row.documentId).sort()).toEqual(tenants.map((one) => one.documentId).sort())
  const mine = body.find((row) => row.documentId === tenants[0]?.documentId)
  expect(mine).toMatchObject({
    unitNumber: tenants[0]?.unitNumber,
    contractId: tenants[0]?.contractId,
    userId: tenants[0]?.id,
    documentType: 'Invoice',
    accountingDate: expect.stringMatching(/^2026-11-/) as string,
    debt: 0,
  })
  expect(mine?.invoiceNumber).toMatch(/-2026-\d{6}$/)
  expect((mine?.net ?? 0) + (mine?.vatAmount ?? 0)).toBe(mine?.amount)
  expect((await sofia().call(listMonthlyBills, { query: { ...ofStock(), month: '2026-10' } })).body).toEqual(
    [],
  )
})

test.each([
  ['a month to come', { month: '2026-12' }, 400, 1005],
  ['no month', { month: 'november' }, 400, 1005],
  ['a thirteenth month', { month: '2026-13' }, 400, 1005],
  ['a stock that is not there', { stockId: '01JD00000000000000000000ZZ' }, 404, 6006],
])('%s', async (_name, over, status, code) => {
  expect(await sofia().call(listMonthlyBills, { query: { ...ofStock(), ...over } })).toMatchObject({
    status,
    code,
  })
})

test('the archive comes by a link of 60 seconds and holds each document and a register that adds up', async () => {
  const { body: link } = await sofia().call(monthlyBillsToken, { body: ofStock() })
  const reply = await archiveOf(link.bills, `language=de&token=${link.token}`)
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  const files = filesOf(reply.rawPayload)
  const { body: listed } = await sofia().call(listMonthlyBills, { query: ofStock() })
  const [register = '', ...papers] = [...files.keys()]
  expect(register).toBe('Verzeichnis 2026-11.csv')
  expect(papers.sort()).toEqual(listed.map((row) => `${row.invoiceNumber}.pdf`).sort())
  for (const paper of papers) expect(files.get(paper)?.toString('latin1', 0, 5)).toBe('%PDF-')

  const [head, ...rows] = parseCsv(files.get(register)?.toString('utf8') ?? '')
  const gross = head?.cells.indexOf('Brutto') ?? -1
  const sum = rows.reduce((total, row) => total + Number(row.cells[gross]?.replace(',', '')), 0)
  expect(sum).toBe(listed.reduce((total, row) => total + row.amount, 0))
  expect(await actsOf('monthly-bills-downloaded')).toEqual([
    expect.objectContaining({ actor_id: sofia().id, after: { month, count: 3 } }),
  ])
})

test('a link opens its one month of its one stock, and nothing without it', async () => {
  const { body: link } = await sofia().call(monthlyBillsToken, { body: ofStock() })
  const other = link.bills.replace('2026-11', '2026-10')
  expect((await archiveOf(other, `token=${link.token}`)).statusCode).toBe(404)
  expect((await archiveOf(link.bills, `token=${link.token}x`)).statusCode).toBe(401)
  expect((await archiveOf(link.bills, '')).statusCode).toBe(401)
  expect((await archiveOf('../../etc', `token=${link.token}`)).statusCode).toBe(404)
  expect(await sofia().call(monthlyBillsToken, { body: { ...ofStock(), month: '2026-09' } })).toMatchObject({
    status: 409,
    code: 9131,
  })
})

test('the mail carries the archive to whoever was named, and is noted', async () => {
  const email = 'books@accountant.example'
  const asked = await sofia().call(mailMonthlyBills, { body: { ...ofStock(), email } })
  expect(asked).toMatchObject({ status: 200, body: { count: 3, email } })
  await house.world.settle()
  const [mail, ...more] = mailbox.list().filter((one) => one.to.includes(email))
  expect(more).toEqual([])
  expect(mail?.attachments.map((one) => [one.fileName, one.mimeType])).toEqual([
    [expect.stringMatching(/-2026-11\.zip$/), 'application/zip'],
  ])
  expect(mail?.html).not.toContain('/monthly-bills?')
  expect(await actsOf('monthly-bills-mailed')).toEqual([
    expect.objectContaining({
      after: { month, email: { sealed: expect.any(String), of: sofia().id }, count: 3 },
    }),
  ])
  expect(
    await sofia().call(mailMonthlyBills, { body: { ...ofStock(), month: '2026-10', email } }),
  ).toMatchObject({ status: 409, code: 9131 })
  expect(await sofia().call(mailMonthlyBills, { body: { ...ofStock(), email: 'nobody' } })).toMatchObject({
    status: 400,
    code: 1001,
  })
})

test('a month too large for a mail is a link to its page, which asks who comes', async () => {
  const { platform } = house.world.running
  const small = { ...platform, config: { ...platform.config, mailAttachmentMegabytes: 0 } }
  const { stockId } = ofStock()
  const composed = await composeMail(small, {
    id: '01JD0000000000000000000000',
    kind: 'monthlyBills',
    recipient: 'books@accountant.example',
    language: 'en',
    data: { stockId, month, accountId: sofia().id },
    attempts: 1,
  })
  expect(composed?.attachments).toEqual([])
  expect(composed?.data).toMatchObject({
    count: 3,
    url: `https://stowage.example/monthly-bills?stockId=${stockId}&month=${month}`,
  })
})
