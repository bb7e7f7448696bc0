import { updateUser } from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { listInvoiceEmailings, mailInvoice, searchEmailHistory } from '@stowage/api/emails'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { auditOf } from '@stowage/server/testing/audit-of'
import { languages } from '@stowage/texts/language.ts'
import { startMailbox, type Mailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type House, type Tenant } from './house.fixture.ts'

let mailbox: Mailbox
let house: House
const tenants: Record<string, Tenant> = {}
/** The second invoice of each, unpaid and by now overdue; nobody has mailed it. */
const invoices: Record<string, string> = {}
const NAMES = [...languages, 'twice', 'paid', 'away']
beforeAll(async () => {
  mailbox = await startMailbox()
  house = await openHouse({ config: { smtpUrl: mailbox.smtpUrl, publicUrl: 'https://stowage.example' } })
  const { world, people } = house
  // Here only staff remind.
  await world.running.platform.db
    .updateTable('stock')
    .set({ invoice_not_paid_fee_percent: 0.5, remind_days_before: [], remind_days_after: [] })
    .execute()
  for (const name of NAMES) tenants[name] = await house.tenant()
  for (const language of languages)
    await people.sofia.call(updateUser, { params: { id: tenants[language]!.id }, body: { language } })
  // The day they are issued: issued late, they would be due later. Nobody mails them meanwhile: of what is, staff are not asked.
  const { messaging } = world.running.modules
  messaging.mute(true)
  await world.setTime('2026-12-14T10:00:00Z')
  await world.setTime('2026-12-22T10:00:00Z')
  messaging.mute(false)
  for (const name of NAMES) {
    const tenant = tenants[name]!
    const [invoice] = await unmailedOf(tenant)
    invoices[name] = invoice?.id ?? ''
    expect(invoice).toMatchObject({
      contractId: tenant.contractId,
      isOverdue: true,
      mail: 'none',
      maySend: true,
    })
  }
}, 120_000)
afterAll(async () => {
  await house.close()
  await mailbox.close()
})

async function unmailedOf({ unitNumber }: Tenant) {
  const { body } = await house.people.sofia.call(listUnmailedInvoices, { query: { search: unitNumber } })
  return Array.isArray(body) ? body : []
}
const send = async (name: string, over: object = {}) =>
  await house.people.sofia.call(mailInvoice, { body: { invoiceId: invoices[name] ?? '', ...over } })
const badge = async (name: string) =>
  (
    await house.people.sofia.call(listInvoiceEmailings, {
      query: { userId: tenants[name]!.id, invoicesIds: invoices[name]! },
    })
  ).body
const reminders = (name: string) =>
  mailbox
    .list()
    .filter(
      (mail) => mail.to.includes(tenants[name]!.email) && mail.html.includes(`invoice=${invoices[name]}`),
    )

const UNPAID = {
  ru: /^Не оплачено/,
  en: /unpaid for box/,
  de: /offen|unbezahlt|nicht bezahlt/i,
  pl: /^Do zapłaty pozostaje/,
}

test.each(languages)(
  '%s: the reminder goes to the tenant in his language, with the sum, the invoice and the way to pay',
  async (language) => {
    const tenant = tenants[language]!
    expect(await badge(language)).toEqual([
      { invoiceId: invoices[language], lastSending: null, status: 'none' },
    ])
    const reply = await send(language, { stockId: house.stock.stockId, contractId: tenant.contractId })
    expect([reply.status, reply.body.status]).toEqual([200, 'waiting'])
    expect(await unmailedOf(tenant)).toEqual([expect.objectContaining({ mail: 'waiting', maySend: false })])
    await house.world.settle()

    const [mail, ...more] = reminders(language)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(UNPAID[language])
    expect(mail?.subject).toContain(tenant.unitNumber)
    expect(mail?.html).toContain(`https://stowage.example/landing-page?user=${tenant.id}`)
    expect(mail?.attachments.map((one) => one.mimeType)).toEqual(['application/pdf'])

    expect(await unmailedOf(tenant)).toEqual([])
    const [state] = await badge(language)
    expect(state).toMatchObject({ status: 'sent' })
    expect(state?.lastSending?.slice(0, 10)).toBe('2026-12-22')
    const history = await house.people.sofia.call(searchEmailHistory, { query: { to: tenant.email } })
    expect(history.body).toContainEqual(
      expect.objectContaining({ kind: 'invoiceReminder', subject: mail?.subject, status: 'sent' }),
    )
    expect(await auditOf(house.world, invoices[language]!)).toContainEqual(
      expect.objectContaining({ action: 'invoice-mailed', actor_id: house.people.sofia.id }),
    )
  },
)

test('a second click, and a colleague in the same second, send no second mail', async () => {
  const replies = await Promise.all([send('twice'), send('twice'), send('twice')])
  expect(replies.filter(({ status }) => status === 200).length).toBe(1)
  expect(replies.filter(({ code }) => code === 9129).length).toBe(2)
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.code).toBe(9129)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(500)
  await house.world.settle()
  expect((await send('twice')).status).toBe(429)
  await house.world.settle()
  expect(reminders('twice').length).toBe(1)

  // Ten minutes of the machine later it may be said again.
  await longAgo('twice')
  expect((await send('twice')).status).toBe(200)
  await house.world.settle()
  expect(reminders('twice').length).toBe(2)
})

test('one that waits for the mail server is not joined by another', async () => {
  const { db } = house.world.running.platform
  expect((await send('away')).body.status).toBe('waiting')
  await longAgo('away')
  expect((await send('away')).body.status).toBe('waiting')
  const { length } = await db
    .selectFrom('mail')
    .select('id')
    .where('document_id', '=', invoices['away']!)
    .where('kind', '=', 'invoiceReminder')
    .execute()
  expect(length).toBe(1)
})

test('the same key is the same deed: its repetition is answered alike and not refused', async () => {
  const body = { invoiceId: invoices['away'] ?? '' }
  await longAgo('away')
  const first = await house.people.sofia.call(mailInvoice, { body, key: 'one-deed' })
  const again = await house.people.sofia.call(mailInvoice, { body, key: 'one-deed' })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
})

test('nobody is reminded of what is paid, void or not begun, nor of another’s', async () => {
  const { people, world, stock } = house
  const sofia = people.sofia
  expect((await send('paid', { stockId: tenants['paid']!.contractId })).code).toBe(9104)
  expect((await send('paid', { contractId: tenants['ru']!.contractId })).code).toBe(9104)
  await sofia.call(payDocument, { body: { documentId: invoices['paid']!, processor: 'manual' } })
  await world.settle()
  const refused = await send('paid', { stockId: stock.stockId })
  expect([refused.status, refused.code]).toEqual([409, 9116])
  expect((await sofia.call(mailInvoice, { body: { invoiceId: 'nothing' } })).code).toBe(9104)
  expect((await sofia.send('POST', 'notifications/invoices-emailing', {})).errors).toEqual([
    expect.objectContaining({ errorCode: 1003, field: 'invoiceId' }),
  ])
  expect(reminders('paid')).toEqual([])
})

test('paid between the click and the mail: nothing is asked for any more', async () => {
  await longAgo('twice')
  expect((await send('twice')).status).toBe(200)
  await house.people.sofia.call(payDocument, {
    body: { documentId: invoices['twice']!, processor: 'manual' },
  })
  await house.world.settle()
  expect(reminders('twice').length).toBe(2)
})

test('the badge is asked for several at once, and only of that account', async () => {
  const { people } = house
  const { id } = tenants['ru']!
  const url = `notifications/invoices-emailing?userId=${id}`
  const ids = [invoices['ru'], tenants['ru']!.documentId, invoices['de']].join(',')
  const listed = (await people.sofia.send('GET', `${url}&invoicesIds=${ids}`)).body as {
    invoiceId_sm: string
    lastSending: string | null
  }[]
  expect(new Set(listed.map((one) => one.invoiceId_sm))).toEqual(
    new Set([invoices['ru'], tenants['ru']!.documentId]),
  )
  // The first one went with the mail of the booking.
  expect(listed.every(({ lastSending }) => lastSending !== null)).toBe(true)
  const repeated = await people.sofia.send('GET', `${url}&invoicesIds=${invoices['ru']}&invoicesIds=x`)
  expect((repeated.body as unknown[]).length).toBe(1)
  expect(((await people.sofia.send('GET', url)).body as unknown[]).length).toBe(2)
})

const longAgo = async (name: string): Promise<void> =>
  void (await house.world.running.platform.db
    .updateTable('mail')
    .set({ asked_at: Temporal.Now.instant().subtract({ minutes: 11 }) })
    .where('document_id', '=', invoices[name]!)
    .execute())
