import type { Locator } from '@playwright/test'
import { mailTexts } from '@stowage/texts/mail/index.ts'
import { openAccountOf } from './accounts.ts'
import { expect, type Visitor } from './journey.ts'
import { test } from './own-house.ts'
import { openAccount, verifyAccount } from './pages/back-office.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { payByCard } from './pages/pay-page.ts'
import { wordsWith } from './pages/words.ts'
import { demo as people, newPerson } from './people.ts'
import { Simulators } from './simulators.ts'

const stock = 'Пресня'
const timeZone = 'Europe/Moscow'

/** In a product of its own: it takes the demo company two months further. */
test('a tenancy to its end: extended, late, penalised, shut out, paid, opened, given up, settled and paid out', async ({
  demo,
  newVisitor,
  playwright,
}) => {
  // Every night of two months is worked through.
  test.setTimeout(900_000)
  const request = await playwright.request.newContext({ baseURL: demo })
  const simulators = new Simulators(request)
  const tenant = await newVisitor('de', { baseURL: demo })
  const office = await newVisitor('ru', { baseURL: demo })
  const person = newPerson('de')
  const words = mailTexts('de')
  const home = new MyBoxesPage(tenant)
  const start = Temporal.Instant.from(await simulators.now())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: 1 })

  const box = await moveIn()
  const userId = await openAccountBefore()

  await goTo(start.add({ months: 1 }).subtract({ days: 4 }))
  await extend()

  // The invoice of the new term is due on its first day; three days are free.
  await goTo(start.add({ months: 1, days: 6 }))
  await home.open()
  await expect(
    home.box(box).getByRole('button', { name: tenant.say('mybox.refused.afterPayment') }),
  ).toBeDisabled()
  await expect(home.box(box).getByText(wordsWith(tenant.say, 'mybox.debt.closed', 'amount'))).toBeVisible()
  await issuePenalty()
  const penalty = await simulators.mail(person.email, {
    subject: wordsWith(words, 'penaltyIssued.subject', 'total', 'unit'),
  })
  expect(penalty.attachments).toHaveLength(1)
  await home.open()
  await tenant.look('my-boxes-penalised')

  await payOverdue()
  expect(await payTheRest()).toBe(1)
  await home.open()
  await home.pressOpen(box)
  await expect(home.box(box).getByText(tenant.say('mybox.opened.title'))).toBeVisible()
  expect((await simulators.door(stock, box)).position).toBe('opened')
  await simulators.closeDoor(stock, box)

  await goTo(start.add({ months: 2 }).subtract({ days: 6 }))
  const leaving = start.add({ months: 2 }).subtract({ days: 3 })
  await giveNotice()

  await goTo(leaving, '11:00')
  await settle()
  const statement = await simulators.mail(person.email, {
    subject: wordsWith(words, 'finalStatement.subject', 'unit'),
  })
  expect(statement.subject).toContain(box)
  expect(statement.attachments).toHaveLength(1)
  await home.open()
  await expect(home.box(box)).toHaveCount(0)
  await tenant.look('my-boxes-moved-out')
  await payOut()

  /** Ten in the morning of a day, when doors open and people work. */
  async function goTo(day: Temporal.PlainDate, time = '10:00'): Promise<void> {
    await simulators.goTo(day.toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString())
  }

  /** Books a month from tomorrow on and pays by card. @returns the box */
  async function moveIn(): Promise<string> {
    const { page, say } = tenant
    await openAccountOf(request, person, 'de')
    await signIn(tenant, person.email, person.password)
    const book = new BookPage(tenant)
    await book.open()
    await book.chooseStock(stock)
    await book.chooseSize('S')
    const chosen = await book.chooseInList()
    await book.chooseTerms({ arrival: start.toString(), months: 1 })
    const { lines, total } = await book.quote()
    expect([...lines.keys()].join()).toContain(say('booking.quote.deposit'))
    await book.toDocuments()
    await book.sign(`${person.firstName} ${person.lastName}`)
    await book.chooseMethod('paykeeper')
    await book.order()
    await payByCard(page, 'de', total)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('results.paid.title'))
    return chosen
  }

  /** @returns the id of the tenant's account, which is verified now */
  async function openAccountBefore(): Promise<string> {
    await signIn(office, people.superUser)
    await openAccount(office, person.email)
    await verifyAccount(office)
    return new URL(office.page.url()).pathname.split('/').at(-1)!
  }

  /** As the mail before the end leads there (specification 2.12). */
  async function extend(): Promise<void> {
    const { page, say } = tenant
    await page.goto(`/my-boxes?action=extend&boxId=${box}`)
    const dialog = page.getByRole('dialog', { name: say('contracts.later.extendTitle') })
    await expect(dialog).toBeVisible()
    await tenant.look('extend-dialog')
    await dialog.getByRole('button', { name: wordsWith(say, 'contracts.later.extendYes', 'day') }).click()
    await expect(dialog).toHaveCount(0)
  }

  async function issuePenalty(): Promise<void> {
    const { page, say } = office
    const name = `${person.firstName} ${person.lastName}`
    await page.goto(`/penalties?search=${encodeURIComponent(person.lastName)}`)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: wordsWith(say, 'desk.penalties.issueFirst', 'amount') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(name)
    await office.look('penalty-dialog')
    await dialog.getByRole('button', { name: say('desk.penalties.issue'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }

  /** What keeps the door shut, from its card. */
  async function payOverdue(): Promise<void> {
    const { say } = tenant
    const pay = home.box(box).getByRole('button', { name: wordsWith(say, 'mybox.debt.pay', 'amount') })
    await payWith(pay)
    await home.open()
    await expect(home.openButton(box)).toBeVisible()
  }

  /** What is not due yet, one document after another from the invoices. @returns how many there were */
  async function payTheRest(): Promise<number> {
    const { page, say } = tenant
    const pay = page.getByRole('button', { name: wordsWith(say, 'billing.pay', 'amount') })
    for (let paid = 0; ; paid += 1) {
      await page.goto(`/users/${userId}#userInvoices`)
      await expect(page.getByText(/MSK1-\d{4}-\d{6}/).first()).toBeVisible()
      if ((await pay.count()) === 0) return paid
      await payWith(pay.first())
    }
  }

  async function payWith(button: Locator): Promise<void> {
    const { page, say } = tenant
    const named = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    const amount = /\d[\d.\s]*(?:,\d\d)?/.exec(named)![0].trim()
    await button.click()
    await payByCard(page, 'de', /,\d\d$/.test(amount) ? amount : `${amount},00`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('results.paid.invoiceTitle'))
  }

  async function giveNotice(): Promise<void> {
    const { page, say } = tenant
    await page.goto(`/my-boxes?action=end&boxId=${box}`)
    const dialog = page.getByRole('dialog', { name: say('contracts.later.leaveTitle') })
    await expect(dialog).toBeVisible()
    await tenant.look('leave-dialog')
    await pickDay(tenant, leaving, start.add({ months: 2 }))
    await dialog.getByRole('button', { name: say('contracts.later.leaveYes'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    const mail = await simulators.mail(person.email, {
      subject: wordsWith(words, 'noticeNoted.subject', 'unit', 'day', ['kind', 'given']),
    })
    expect(mail.subject).toContain(box)
  }

  /** The box is empty: the superUser closes the contract with the settlement that is shown. */
  async function settle(): Promise<void> {
    const { page, say } = office
    await page.goto(`/users/${userId}/contracts`)
    await page.getByRole('button', { name: wordsWith(say, 'people.contracts.closeNamed', 'number') }).click()
    const dialog = page.getByRole('dialog', { name: wordsWith(say, 'people.closing.title', 'number') })
    const yes = dialog.getByRole('button', { name: say('people.closing.yes'), exact: true })
    await expect(yes).toBeEnabled()
    // Three unused days and the deposit come back.
    await expect(dialog).toContainText(say('contracts.settlement.deposit'))
    await office.look('settlement')
    await yes.click()
    await expect(dialog).toHaveCount(0)
  }

  async function payOut(): Promise<void> {
    const { page, say } = office
    await page.goto(`/users/${userId}`)
    await page.getByRole('button', { name: say('people.payouts.button'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say('people.payouts.dialogTitle') })
    await dialog.getByLabel(new RegExp(`^${say('people.payouts.when')}`)).fill(leaving.toString())
    await office.look('payout-dialog')
    await dialog.getByRole('button', { name: say('people.payouts.yes'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    // Nothing is left on the balance to pay out.
    await expect(page.getByRole('button', { name: say('people.payouts.button'), exact: true })).toHaveCount(0)
  }
})

/** The calendar opens on the month of the contract's end. */
async function pickDay(
  { page, say }: Visitor,
  day: Temporal.PlainDate,
  opensOn: Temporal.PlainDate,
): Promise<void> {
  await page.getByRole('dialog').getByLabel(say('contracts.later.leaveDay'), { exact: true }).click()
  if (day.month !== opensOn.month)
    await page.getByRole('button', { name: say('contracts.picker.previousMonth'), exact: true }).click()
  const month = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long' }).format(
    new Date(`${day.toString()}T00:00:00Z`),
  )
  await page.getByRole('button', { name: `${day.day} ${month} ${day.year}`, exact: true }).click()
}
