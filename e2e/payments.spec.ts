import type { APIRequestContext } from '@playwright/test'
import { login } from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { fetchBoxes, listStocks } from '@stowage/api/catalog'
import { getContract } from '@stowage/api/contracts'
import sentences from '@stowage/texts/errors/declines/de.json' with { type: 'json' }
import { formatMoney } from '@stowage/texts/format.ts'
import { openAccountOf } from './accounts.ts'
import { callerOf } from './former-tenant.ts'
import { expect, type Visitor } from './journey.ts'
import { test } from './own-house.ts'
import { signIn } from './pages/entrance.ts'
import { chooseWay, goOn, payByCard, payByDebit, payByPayPal } from './pages/pay-page.ts'
import { wordsWith } from './pages/words.ts'
import { bankStatement } from './papers.ts'
import { demo as people, demoPassword, newPerson } from './people.ts'
import { Simulators } from './simulators.ts'

const stockName = 'Moabit'
const timeZone = 'Europe/Berlin'
/** Of the demo company's seller there. */
const sellersAccount = 'DE89370400440532013000'

test('by card, declined with the right sentence and then paid; by SEPA, paid and returned; by PayPal; by transfer', async ({
  demo,
  newVisitor,
  playwright,
}) => {
  test.setTimeout(300_000)
  const request = await playwright.request.newContext({ baseURL: demo })
  const simulators = new Simulators(request)
  const visitor = await newVisitor('de', { baseURL: demo })
  const { page, say } = visitor
  const tenant = await openTenant(request)
  const holder = `${tenant.person.firstName} ${tenant.person.lastName}`
  const heading = page.getByRole('heading', { level: 1 })
  // Of the contract; those of its invoices name the invoice as well.
  const pay = page.getByRole('button', {
    name: new RegExp(`^${wordsWith(say, 'contracts.pending.pay', 'amount').source}$`),
  })
  const paidPill = page.getByText(wordsWith(say, 'billing.state.paidOn', 'day'))
  await signIn(visitor, tenant.person.email, tenant.person.password)

  const byCard = await tenant.book()
  await page.goto(byCard.path)
  await pay.click()
  await payByCard(page, 'de', byCard.total, 'noFunds')
  await expect(heading).toHaveText(say('results.failed.title'))
  await expect(page.getByText(sentences.insufficient_funds, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: say('results.failed.again') }).click()
  await pay.click()
  await payByCard(page, 'de', byCard.total)
  await expect(heading).toHaveText(say('results.paid.title'))
  await page.goto(byCard.path)
  await expect(paidPill).toBeVisible()

  const byDebit = await tenant.book()
  await page.goto(byDebit.path)
  const dialog = await chooseWay(visitor, pay, 'sepa')
  await expect(dialog).toContainText(say('paying.methods.sepaMandate'))
  await visitor.look('pay-choice')
  await goOn(dialog, visitor)
  await payByDebit(page, 'DE89 3704 0044 0532 0130 00', holder)
  await expect(heading).toHaveText(say('results.waiting.sepaTitle'))
  await visitor.look('payment-waiting')
  await page.goto(byDebit.path)
  await expect(page.getByText(say('billing.state.underWay')).first()).toBeVisible()
  await expect(pay).toHaveCount(0)
  const { id: debit } = await simulators.newestAtStripe()
  await simulators.bankDoes(debit, { action: 'settle', outcome: 'succeeded' })
  await shows(paidPill)
  await simulators.bankDoes(debit, { action: 'dispute' })
  await shows(page.getByText(say('billing.payShort'), { exact: true }))
  await expect(paidPill).toHaveCount(0)
  await page.goto('/payments')
  await expect(page.getByText(wordsWith(say, 'paying.history.withdrawn', 'amount'))).toBeVisible()
  await visitor.look('payments-withdrawn')

  const byPayPal = await tenant.book()
  await page.goto(byPayPal.path)
  await goOn(await chooseWay(visitor, pay, 'paypal'), visitor)
  await payByPayPal(page)
  await expect(heading).toHaveText(say('results.paid.title'))

  const byTransfer = await tenant.book()
  await page.goto(byTransfer.path)
  await goOn(await chooseWay(visitor, pay, 'bankTransfer'), visitor)
  const told = page.getByText(wordsWith(say, 'billing.transferTold', 'reference'))
  await expect(told).toBeVisible()
  const reference = /RF\d\d(?: ?\d){8,}/.exec(await told.innerText())![0]
  await expect(page.getByText(say('contracts.pending.reference', { reference }))).toBeVisible()
  const office = await newVisitor('de', { baseURL: demo })
  await signIn(office, people.superUser)
  await importStatement(office, { reference, amount: byTransfer.minor })
  await shows(paidPill, byTransfer.path)

  /** The server has heard of it a moment later. */
  async function shows(wanted: typeof paidPill, path = byDebit.path): Promise<void> {
    await expect(async () => {
      await page.goto(path)
      await expect(wanted.first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
  }

  async function importStatement(
    by: Visitor,
    { reference, amount }: { readonly reference: string; readonly amount: number },
  ): Promise<void> {
    const day = tenant.today.toString()
    await by.page.goto('/bank-statements')
    await by.page
      .locator('input[type="file"]')
      .setInputFiles(
        bankStatement(sellersAccount, { amount: (amount / 100).toFixed(2), purpose: reference, day }),
      )
    await by.page.getByRole('button', { name: by.say('bank.upload.import', { count: 1 }) }).click()
    await expect(
      by.page.getByText(by.say('bank.upload.done', { fresh: 1, settled: 1, waiting: 0 })),
    ).toBeVisible()
    await by.look('bank-statements-done')
  }
})

test('automatic payments over three months: no funds and tried again, stolen and suspended, another card', async ({
  demo,
  newVisitor,
  playwright,
}) => {
  test.setTimeout(300_000)
  const request = await playwright.request.newContext({ baseURL: demo })
  const simulators = new Simulators(request)
  const visitor = await newVisitor('de', { baseURL: demo })
  const { page, say } = visitor
  const tenant = await openTenant(request)
  const contract = await tenant.book({ months: 6, isPaid: true })
  const heading = page.getByRole('heading', { level: 1 })
  const section = page.getByRole('region', { name: say('debits.title'), exact: true })
  const tries = section.getByRole('listitem')
  await signIn(visitor, tenant.person.email, tenant.person.password)

  await page.goto(contract.path)
  const first = await giveCard(say('debits.on'))
  await expect(section.getByText(say('debits.status.active'), { exact: true })).toBeVisible()

  // No funds on the due day, and enough on the next.
  await simulators.bankSays(first, 'insufficient_funds')
  await goTo(1)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: sentences.insufficient_funds })).toHaveCount(1)
  await simulators.bankSays(first, null)
  await goTo(1, 1)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: say('debits.tryState.paid') })).toHaveCount(1)
  await visitor.look('automatic-payments')

  // Never again with this card; nobody is told that it counts as stolen.
  await simulators.bankSays(first, 'stolen_card')
  await goTo(2)
  await page.goto(contract.path)
  await expect(section.getByText(say('debits.status.suspended'), { exact: true })).toBeVisible()
  await expect(section.getByText(say('debits.suspendedText', { why: 'hard' }))).toBeVisible()
  await expect(tries.filter({ hasText: sentences.generic_decline })).toHaveCount(1)
  await visitor.look('automatic-payments-suspended')
  const second = await giveCard(say('debits.giveOther'))
  expect(second).not.toBe(first)
  await expect(section.getByText(say('debits.status.active'), { exact: true })).toBeVisible()

  await goTo(3)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: say('debits.tryState.paid') })).toHaveCount(2)
  await expect(page.getByRole('button', { name: wordsWith(say, 'billing.pay', 'amount') })).toHaveCount(0)

  /** The invoice of the month so many months after the first is issued; then its due day comes, or one behind it. */
  async function goTo(months: number, days = 0): Promise<void> {
    const due = tenant.today.add({ months })
    for (const day of days > 0 ? [due.add({ days })] : [due.subtract({ days: 7 }), due]) {
      const noon = day.toZonedDateTime({ timeZone, plainTime: '12:00' })
      await simulators.goTo(noon.toInstant().toString(), { atOnce: true })
    }
  }

  /** Over the processor's page and back to the contract. @returns the card's id at the processor */
  async function giveCard(button: string): Promise<string> {
    const known = new Set((await simulators.stripe()).methods.map(({ id }) => id))
    await section.getByRole('button', { name: button, exact: true }).click()
    await payByCard(page, 'de', null)
    await expect(heading).toHaveText(say('results.paid.cardTitle', { saved: 'yes' }))
    await page.goto(contract.path)
    const saved = (await simulators.stripe()).methods.find(({ id }) => !known.has(id))
    expect(saved).toBeDefined()
    return saved!.id
  }
})

/** A German tenant without a contract, and a way to give him one. */
async function openTenant(request: APIRequestContext) {
  const person = newPerson('de')
  const id = await openAccountOf(request, person, 'de')
  const { token } = await callerOf(request)(login, {
    body: { email: people.superUser, password: demoPassword },
  })
  const call = callerOf(request, token)
  const stock = (await call(listStocks)).find(({ name }) => name === stockName)!
  const today = Temporal.Instant.from(await new Simulators(request).now())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return {
    person,
    today,
    /** A box from today on. @returns where its contract stands, and what is to be paid first */
    async book({ months = 1, isPaid = false } = {}) {
      const box = (await call(fetchBoxes, { query: { stockId: stock.id } })).find(
        ({ isOccupied }) => !isOccupied,
      )!
      const booked = await call(bookBox, {
        body: {
          stockId: stock.id,
          boxId: box.id,
          userId: id,
          arrivalDate: today.toString(),
          contractDuration: months,
          invoicingPeriod: 1,
          paymentMethod: isPaid ? 'manual' : 'paykeeper',
        },
      })
      if (isPaid) {
        await call(payDocument, { body: { documentId: booked.documentId ?? '', processor: 'manual' } })
        // The money is settled a moment behind the answer.
        await expect(async () => {
          const { status } = await call(getContract, { params: { contractId: booked.id } })
          expect(status).toBe('active')
        }).toPass({ timeout: 10_000 })
      }
      return {
        path: `/users/${id}/contracts/${booked.id}`,
        minor: booked.total,
        total: formatMoney({ amount: booked.total, currency: 'EUR' }, 'de'),
      }
    },
  }
}
