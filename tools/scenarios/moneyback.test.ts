import { accountBalance, payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { readRefunds, refundPayment } from '@stowage/api/refunds'
import { listAppeals } from '@stowage/api/support'
import { startMailbox, type Mailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyOutsidePayment } from '../../apps/server/src/modules/payments/apply-outside-payment.ts'
import { openDesk } from '../../apps/server/src/modules/payments/desk.ts'
import { createRegistry } from '../../apps/server/src/modules/payments/registry.ts'
import { openStripeShop, type StripeTenant } from './stripe-shop.fixture.ts'

// Money that went the other way, and money that came too late: who is told what.

const GROSS = 11_900
let mailbox: Mailbox
let shop: Awaited<ReturnType<typeof openStripeShop>>
beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await openStripeShop({ config: { smtpUrl: mailbox.smtpUrl } })
})
afterAll(async () => {
  await shop?.noFaults()
  await shop?.close()
  await mailbox?.close()
})

/** The mails of a kind about a contract or to somebody, as they went out. */
const mailsTo = async (accountId: string, kind: string) => {
  const rows = await shop.world.running.platform.db
    .selectFrom('mail')
    .select(['subject', 'status'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
  return rows.filter(({ status }) => status === 'sent').map(({ subject }) => subject ?? '')
}
const mailTo = (email: string, subject: string | undefined) =>
  mailbox.list().find((mail) => mail.to.includes(email) && mail.subject === subject)

describe('a payer’s bank takes money back', () => {
  test('by a charge-back: superUsers are told once with the day to answer by, the tenant once what he owes again', async () => {
    const tenant = await shop.tenant()
    const { intentId } = await shop.pay(tenant)
    const dispute = await shop.stripe.control.dispute(intentId)
    await shop.settled()
    for (const { eventId } of shop.stripe.control.deliveries().slice(-4))
      await shop.stripe.control.deliverAgain(eventId)
    await shop.settled()
    const opened = await mailsTo(shop.people.sofia.id, 'disputeOpened')
    expect(opened).toHaveLength(1)
    expect(opened[0]).toMatch(/119\.00 is disputed: answer by \d/)
    const returned = await mailsTo(tenant.person.id, 'paymentReturned')
    expect(returned).toHaveLength(1)
    expect(await mailsTo(tenant.person.id, 'debitDeclined')).toEqual([])
    expect(mailTo(tenant.person.email, returned[0])?.text).toContain(`invoice=${tenant.documentId}`)
    await shop.stripe.control.closeDispute(dispute.id, 'lost')
    await shop.settled()
    expect(await mailsTo(shop.people.sofia.id, 'disputeOpened')).toHaveLength(1)
  })

  test('by the return of a direct debit: a debt like any other, of which only the tenant is told', async () => {
    const before = await mailsTo(shop.people.sofia.id, 'disputeOpened')
    const tenant = await shop.tenant()
    const { intentId } = await shop.pay(tenant, { iban: 'DE89370400440532013000' })
    await shop.stripe.control.settleDebit(intentId, 'succeeded')
    await shop.stripe.control.dispute(intentId)
    await shop.settled()
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(GROSS)
    expect(await mailsTo(tenant.person.id, 'paymentReturned')).toHaveLength(1)
    expect(await mailsTo(shop.people.sofia.id, 'disputeOpened')).toEqual(before)
  })

  test('what staff give back is no news of a bank', async () => {
    const tenant = await shop.tenant()
    const { intentId } = await shop.pay(tenant)
    await shop.stripe.control.refund(intentId)
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(GROSS)
    expect(await mailsTo(tenant.person.id, 'paymentReturned')).toEqual([])
  })
})

describe('a refund', () => {
  const refunds = async (paymentId: string) =>
    (await shop.people.sofia.call(readRefunds, { params: { paymentId } })).body
  const giveBack = async (paymentId: string, amount: number) => {
    const asked = await shop.people.sofia.call(refundPayment, {
      params: { paymentId },
      body: { amount, reason: 'He left early' },
    })
    expect(asked.status, asked.raw).toBe(200)
    await shop.settled()
  }
  const fail = async (intentId: string) => {
    const sent = shop.stripe.control.refunds().filter(({ payment_intent: of }) => of === intentId)
    await shop.stripe.control.settleRefund(sent.at(-1)?.id ?? '', 'failed')
    await shop.settled()
  }
  const balance = async ({ person }: StripeTenant) =>
    (await person.call(accountBalance, { query: {} })).body.accountBalance

  test('is told to its tenant, in his language, once for each sum that has gone', async () => {
    const tenant = await shop.tenant()
    await shop.world.running.platform.db
      .updateTable('account')
      .set({ language: 'de' })
      .where('id', '=', tenant.person.id)
      .execute()
    const { paymentId } = await shop.pay(tenant)
    await giveBack(paymentId, 1_900)
    await giveBack(paymentId, 10_000)
    await shop.settled()
    const told = await mailsTo(tenant.person.id, 'refundMade')
    expect(told.map((subject) => /[\d.,]+/.exec(subject)?.[0])).toEqual(
      expect.arrayContaining(['100,00', '19,00']),
    )
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('Wir erstatten Ihnen')
    expect(mailTo(tenant.person.email, told[0])?.text).toContain('4242')
  })

  test('that the payer’s bank sends back is booked again, shown, and told to him and to superUsers', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    await giveBack(paymentId, GROSS)
    expect(await shop.unpaid(tenant)).toBe(GROSS)
    await fail(intentId)
    expect(await shop.unpaid(tenant)).toBe(0)
    expect(await refunds(paymentId)).toMatchObject({ refundable: GROSS, refunds: [{ status: 'failed' }] })
    expect(await mailsTo(tenant.person.id, 'refundMade')).toHaveLength(2)
    const staff = await mailsTo(shop.people.sofia.id, 'refundFailed')
    expect(staff).toHaveLength(1)
    expect(mailTo(shop.people.sofia.email, staff[0])?.text).toContain(`payment=${paymentId}`)
    // Told again, and found once more in the lists: it has happened once.
    for (const { eventId } of shop.stripe.control.deliveries().slice(-4))
      await shop.stripe.control.deliverAgain(eventId)
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(0)
    expect(await balance(tenant)).toBe(0)
    expect(await mailsTo(shop.people.sofia.id, 'refundFailed')).toHaveLength(1)
    // Another card of his by now: it goes the same way again, and stays.
    await giveBack(paymentId, GROSS)
    expect(await refunds(paymentId)).toMatchObject({
      refundable: 0,
      refunds: [{ status: 'done' }, { status: 'failed' }],
    })
    expect(await shop.unpaid(tenant)).toBe(GROSS)
  })

  test('of a part that comes back is the tenant’s balance; the other one stays given back', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    await giveBack(paymentId, 2_000)
    await giveBack(paymentId, 3_000)
    await fail(intentId)
    expect(await shop.unpaid(tenant)).toBe(0)
    expect(await balance(tenant)).toBe(3_000)
    expect(await refunds(paymentId)).toMatchObject({
      refundable: GROSS - 2_000,
      refunds: [{ status: 'failed' }, { status: 'done' }],
    })
  })

  test('that only an older answer does not know stays given back', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    const { platform } = shop.world.running
    const desk = openDesk(platform, createRegistry(platform, {}))
    const stripe = desk.processors.named('stripe')
    const older = await stripe?.payment(intentId)
    await giveBack(paymentId, GROSS)
    if (!stripe || !older) throw new Error('no payment')
    await applyOutsidePayment(desk, stripe, older)
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(GROSS)
    expect(await refunds(paymentId)).toMatchObject({ refunds: [{ status: 'done' }] })
  })
})

describe('money that came after the hold', () => {
  let tenant: StripeTenant
  let other: StripeTenant
  const balance = async ({ person }: StripeTenant) =>
    (await person.call(accountBalance, { query: {} })).body.accountBalance
  const late = async ({ contractId, person }: StripeTenant) => {
    const { body } = await shop.people.sofia.call(listAppeals, { query: { status: 'pending' } })
    const list = 'items' in body ? body.items : body
    const row = await shop.world.running.platform.db
      .selectFrom('contract')
      .select('number')
      .where('id', '=', contractId)
      .executeTakeFirstOrThrow()
    return list.filter((one) => one.accountId === person.id && one.message.includes(row.number))
  }
  const bookAgain = async (
    of: StripeTenant,
    boxId: string,
    invoicingPeriod: number,
    arrivalDate = '2026-12-21',
  ) => {
    const booked = await shop.people.sofia.call(bookBox, {
      body: {
        stockId: shop.stock.stockId,
        boxId,
        arrivalDate,
        contractDuration: 9,
        invoicingPeriod,
        paymentMethod: 'paykeeper',
        userId: of.person.id,
      },
    })
    expect(booked.status, booked.raw).toBe(200)
    await shop.world.settle()
    return { ...of, boxId, contractId: booked.body.id, documentId: booked.body.documentId ?? '' }
  }

  test('is balance; the tenant is told with a link to the same box, staff find it among what waits for them', async () => {
    tenant = await shop.tenant()
    other = await shop.tenant()
    const [page, otherPage] = [await shop.open(tenant), await shop.open(other)]
    // Stripe cannot be told to close the pages, and they are paid before it can.
    shop.stripe.control.setDown(true)
    await shop.world.setTime('2026-12-20T10:00:00Z')
    expect((await shop.contract(tenant))?.status).toBe('cancelled')
    shop.stripe.control.setDown(false)
    await shop.stripe.control.pay(page.sessionId)
    await shop.stripe.control.pay(otherPage.sessionId)
    await shop.settled()
    expect(await shop.status(page.paymentId)).toBe('succeeded')
    expect((await shop.contract(tenant))?.status).toBe('cancelled')
    expect(await balance(tenant)).toBe(GROSS)
    const told = await mailsTo(tenant.person.id, 'paymentCameTooLate')
    expect(told).toHaveLength(1)
    expect(await mailsTo(tenant.person.id, 'paymentReceived')).toEqual([])
    const mail = mailTo(tenant.person.email, told[0])?.text ?? ''
    expect(mail).toMatch(/119\.00 is your balance/)
    const link = new URL(/http:\/\/shop\.example\/book\S+/.exec(mail)?.[0] ?? 'http://none')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      stockId: shop.stock.stockId,
      size: 's',
      boxId: tenant.boxId,
    })
    const waiting = await late(tenant)
    expect(waiting).toHaveLength(1)
    expect(waiting[0]).toMatchObject({ type: 'message', stock: { id: shop.stock.stockId } })
    expect(waiting[0]?.message).toMatch(/119\.00.*free now/s)
    for (const { eventId } of shop.stripe.control.deliveries().slice(-6))
      await shop.stripe.control.deliverAgain(eventId)
    await shop.settled()
    expect(await balance(tenant)).toBe(GROSS)
    expect(await late(tenant)).toHaveLength(1)
    expect(await mailsTo(tenant.person.id, 'paymentCameTooLate')).toHaveLength(1)
  })

  test('pays the next booking, whichever way he chose, without a page; pressed twice it is paid once', async () => {
    const again = await bookAgain(tenant, tenant.boxId, 1)
    const pages = shop.stripe.control.sessions().length
    const pay = async () =>
      await tenant.person.call(payDocument, {
        body: { documentId: again.documentId, processor: 'paykeeper' },
      })
    const replies = await Promise.all([pay(), pay()])
    expect(replies.map(({ body }) => body.status)).toEqual(['paid', 'paid'])
    await shop.world.settle()
    expect((await pay()).body).toMatchObject({ status: 'paid' })
    expect(shop.stripe.control.sessions()).toHaveLength(pages)
    expect((await shop.contract(again))?.status).toBe('active')
    expect(await shop.unpaid(again)).toBe(0)
    expect(await balance(tenant)).toBe(0)
    expect((await mailsTo(tenant.person.id, 'paymentReceived'))[0]).toContain('balance')
  })

  test('does not reach for the whole: it stays balance, and the page asks for all', async () => {
    const again = await bookAgain(other, shop.stock.boxes.at(-1)?.id ?? '', 9)
    const { paymentId } = await shop.pay(again)
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect(await shop.unpaid(again)).toBe(0)
    expect(await balance(other)).toBe(GROSS)
  })

  test('a box that somebody else has by now is not offered: the mail leads to another one', async () => {
    const third = await shop.tenant('2026-12-21')
    const page = await shop.open(third)
    shop.stripe.control.setDown(true)
    await shop.world.setTime('2027-01-20T10:00:00Z')
    await bookAgain(other, third.boxId, 1, '2027-01-21')
    shop.stripe.control.setDown(false)
    await shop.stripe.control.pay(page.sessionId)
    await shop.settled()
    const [told] = await mailsTo(third.person.id, 'paymentCameTooLate')
    const mail = mailTo(third.person.email, told)?.text ?? ''
    expect(mail).toContain(`stockId=${shop.stock.stockId}`)
    expect(mail.includes('boxId=')).toBe(false)
  })
})
