import sentences from '@stowage/texts/errors/declines/de.json' with { type: 'json' }
import { openTenant } from './german-tenant.ts'
import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { chooseWay, goOn, payByCard, payByDebit, payByPayPal } from './pages/pay-page.ts'
import { wordsWith } from './pages/words.ts'
import { bankStatement } from './papers.ts'
import { demo as people } from './people.ts'

/** Of the demo company's seller in Germany. */
const sellersAccount = 'DE89370400440532013000'

test('by card, declined with the right sentence and then paid; by SEPA, paid and returned; by PayPal; by transfer', async ({
  newVisitor,
  request,
  simulators,
}) => {
  test.setTimeout(300_000)
  const visitor = await newVisitor('de')
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
  const office = await newVisitor('de')
  await signIn(office, people.superUser)
  await importStatement(office, { reference, amount: byTransfer.minor })
  await shows(paidPill, byTransfer.path)

  /** The server has heard of it a moment later. */
  async function shows(wanted: typeof paidPill, path = byDebit.path): Promise<void> {
    await expect(async () => {
      await page.goto(path)
      await expect(wanted.first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
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
