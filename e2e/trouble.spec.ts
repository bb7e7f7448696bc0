import { openAccountOf } from './accounts.ts'
import { expect, test } from './journey.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { payByCard } from './pages/pay-page.ts'
import { wordsWith } from './pages/words.ts'
import { demo, newPerson } from './people.ts'
import { mailTexts } from '@stowage/texts/mail/index.ts'

const stock = 'Пресня'
const timeZone = 'Europe/Moscow'

test('a debtor: the door says why it stays shut, paying opens it', async ({ newVisitor, simulators }) => {
  const visitor = await newVisitor('en')
  const { page, say, look } = visitor
  await goToMorning(simulators)
  await signIn(visitor, demo.debtor)
  const home = new MyBoxesPage(visitor)
  const card = page.getByRole('article').first()
  await expect(card.getByRole('button', { name: say('mybox.refused.afterPayment') })).toBeDisabled()
  await expect(card.getByText(wordsWith(say, 'mybox.debt.closed', 'amount'))).toBeVisible()
  await look('my-boxes-in-debt')
  const box = /Y[ABC]\d+/.exec(await card.innerText())![0]
  expect((await simulators.door(stock, box)).position).toBe('closed')

  const pay = card.getByRole('button', { name: wordsWith(say, 'mybox.debt.pay', 'amount') })
  // One invoice after another, the oldest first.
  for (let paid = 0; paid < 6; paid += 1) {
    // Asked at once, a page that is still loading would have nothing to pay. With what is not overdue both are there.
    await expect(pay.or(home.openButton(box)).first()).toBeVisible()
    if (!(await pay.isVisible())) break
    const amount = (await pay.innerText()).replace(/^\D+/, '')
    await pay.click()
    await payByCard(page, 'en', /[.,]\d\d\b/.test(amount) ? amount : `${amount}.00`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('results.paid.invoiceTitle'))
    await look('payment-success-invoice')
    await home.open()
    await expect(card).toBeVisible()
  }
  await expect(home.openButton(box)).toBeVisible()
  await home.pressOpen(box)
  await expect(home.box(box).getByText(say('mybox.opened.title'))).toBeVisible()
  expect((await simulators.door(stock, box)).position).toBe('opened')
  await simulators.closeDoor(stock, box)
})

test('the locks server is gone: said within three seconds, and nothing opens later', async ({
  newVisitor,
  simulators,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/boxes\/\w+\/open$/, 502)
  const visitor = await newVisitor('de')
  const { page, say, look } = visitor
  await goToMorning(simulators)
  await signIn(visitor, demo.client)
  const home = new MyBoxesPage(visitor)
  const box = /Y[ABC]\d+/.exec(await page.getByRole('article').first().innerText())![0]
  await expect(home.openButton(box)).toBeVisible()
  const before = await simulators.door(stock, box)
  await simulators.setSite(stock, { action: 'fault', fault: 'down' })
  try {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/open'))
    await home.pressOpen(box)
    const answer = await answered
    expect(answer.status()).toBe(502)
    await answer.finished()
    expect(answer.request().timing().responseEnd).toBeLessThan(3_000)
    await expect(home.box(box).getByRole('alert')).toContainText(/\S/)
    await look('my-boxes-no-locks')
  } finally {
    await simulators.setSite(stock, { action: 'fault', fault: 'none' })
  }
  // The server comes back with nothing left to do.
  await home.open()
  await expect(home.openButton(box)).toBeVisible()
  expect(await simulators.door(stock, box)).toMatchObject({ position: 'closed', pulses: before.pulses })
  await home.pressOpen(box)
  await expect(home.box(box).getByText(say('mybox.opened.title'))).toBeVisible()
  expect(await simulators.door(stock, box)).toMatchObject({ position: 'opened', pulses: before.pulses + 1 })
  await simulators.closeDoor(stock, box)
})

test('the mail server is gone: the booking stands, the mail follows', async ({
  newVisitor,
  simulators,
  request,
}) => {
  const visitor = await newVisitor('pl')
  const { page, say, look } = visitor
  const person = newPerson('pl')
  await openAccountOf(request, person, 'pl')
  await signIn(visitor, person.email, person.password)
  const book = new BookPage(visitor)
  await book.open()
  await book.chooseStock('Wola')
  await book.chooseSize('S')
  const box = await book.chooseInList()
  const arrival = Temporal.Instant.from(await simulators.now())
    .toZonedDateTimeISO('Europe/Warsaw')
    .toPlainDate()
    .add({ days: 5 })
  await book.chooseTerms({ arrival: arrival.toString(), months: 1 })
  await book.toDocuments()
  await book.sign(`${person.firstName} ${person.lastName}`)
  await book.chooseMethod('bankTransfer')
  await simulators.mailServer({ kind: 'down' })
  try {
    await book.order()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('results.booked.contractTitle'))
    await look('booking-success-transfer')
    const home = new MyBoxesPage(visitor)
    await home.open()
    await expect(home.box(box)).toBeVisible()
    // No more than the greeting of the new account.
    expect((await simulators.mailsTo(person.email)).filter(({ attachments }) => attachments > 0)).toEqual([])
  } finally {
    await simulators.mailServer({ kind: 'none' })
  }
  const words = mailTexts('pl')
  const mail = await simulators.mail(person.email, {
    subject: wordsWith(words, 'bookingContract.subject', 'amount', 'unit', 'until'),
  })
  expect(mail.attachments).toHaveLength(2)
})

/** Ten in the morning of the next day: doors have hours. */
async function goToMorning(simulators: {
  now(): Promise<string>
  goTo(instant: string): Promise<void>
}): Promise<void> {
  const now = Temporal.Instant.from(await simulators.now()).toZonedDateTimeISO(timeZone)
  const today = now.toPlainDate().toZonedDateTime({ timeZone, plainTime: '10:00' })
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
  await simulators.goTo(next.toInstant().toString())
}
