import { openAccountOf } from './accounts.ts'
import { expect, test, type Visitor } from './journey.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { newPerson } from './people.ts'

/** Not the one where the plan is walked through and booked on without a mouse: with the same product, at the same time. */
const stock = 'Moabit'
const timeZone = 'Europe/Berlin'

test('a box is reserved for nothing, found again and given back', async ({
  newVisitor,
  request,
  simulators,
}) => {
  const visitor = await newVisitor('ru')
  const { page, say, look } = visitor
  const person = newPerson('ru')
  await openAccountOf(request, person, 'ru')
  await signIn(visitor, person.email, person.password)
  await look('my-boxes-empty')
  const book = new BookPage(visitor)
  const { box } = await walkToPayment(book, `${person.firstName} ${person.lastName}`, await simulators.now())
  await book.chooseMethod('none')
  await look('book-reserve')
  await book.reserve()
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('results.booked.title'))
  await look('booking-success')
  await page.getByRole('link', { name: say('results.booked.toBoxes') }).click()

  const home = new MyBoxesPage(visitor)
  const reservation = home.reservation(box)
  await expect(reservation).toBeVisible()
  await look('my-boxes-reserved')
  // Who says no keeps it.
  await reservation.getByRole('button', { name: say('mybox.reservation.cancel') }).click()
  await home.confirm(say('mybox.reservation.cancelTitle', { box }), say('mybox.reservation.keep'))
  await expect(reservation).toBeVisible()
  await reservation.getByRole('button', { name: say('mybox.reservation.cancel') }).click()
  await home.confirm(say('mybox.reservation.cancelTitle', { box }), say('mybox.reservation.cancel'))
  await expect(reservation).toHaveCount(0)

  // It is free again for somebody who has just come by.
  const other = await newVisitor('pl')
  const plan = new BookPage(other)
  await plan.open()
  await plan.chooseStock(stock)
  await plan.chooseSize('S')
  await expect(plan.inList(box)).toBeVisible()
})

test('two people want one box: one has it, the other sees it taken and goes on with another', async ({
  newVisitor,
  request,
  simulators,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/boxes\/book$/, 409)
  const anna = await comeToPay('ru')
  // Nobody tells Jürgen what happens meanwhile: his line for live news carries nothing.
  const juergen = await comeToPay(
    'de',
    async ({ page }) => await page.routeWebSocket(/\/socket/, () => undefined),
  )
  expect(juergen.box).toBe(anna.box)
  const zaneta = await newVisitor('pl')
  const looking = new BookPage(zaneta)
  await looking.open()
  await looking.chooseStock(stock)
  await looking.chooseSize('S')
  await looking.chooseInList(anna.box)

  await anna.book.reserve()
  await expect(anna.visitor.page).toHaveURL(/\/booking-success/)
  // Who only looks at the box is told at once.
  await expect(zaneta.page.getByText(zaneta.say('booking.taken.title'))).toBeVisible()
  await zaneta.look('book-taken')
  await zaneta.page.getByRole('button', { name: zaneta.say('booking.taken.another') }).click()
  await expect(looking.inList(anna.box)).toHaveCount(0)

  const { page, say } = juergen.visitor
  await juergen.book.reserve()
  await expect(page.getByRole('alert').filter({ hasText: say('booking.taken.notice') })).toContainText(
    anna.box,
  )
  await expect(page).toHaveURL(/\/book/)
  await expect(juergen.book.inList(anna.box)).toHaveCount(0)
  await juergen.visitor.look('book-lost')
  // Day and term are kept; the other box has a lease of its own to sign.
  const other = await juergen.book.chooseInList()
  expect(other).not.toBe(anna.box)
  await juergen.book.toDocuments()
  await juergen.book.sign(juergen.name)
  await juergen.book.chooseMethod('none')
  await juergen.book.reserve()
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByText(other).first()).toBeVisible()

  async function comeToPay(
    language: 'ru' | 'de',
    before?: (visitor: Visitor) => Promise<void>,
  ): Promise<{ visitor: Visitor; book: BookPage; box: string; name: string }> {
    const visitor = await newVisitor(language)
    await before?.(visitor)
    const person = newPerson(language)
    await openAccountOf(request, person, language)
    await signIn(visitor, person.email, person.password)
    const book = new BookPage(visitor)
    const name = `${person.firstName} ${person.lastName}`
    const { box } = await walkToPayment(book, name, await simulators.now())
    await book.chooseMethod('none')
    return { visitor, book, box, name }
  }
})

/** A signed-in tenant with documents: from the stocks to the tab where one pays or reserves. */
async function walkToPayment(book: BookPage, name: string, now: string): Promise<{ box: string }> {
  const arrival = Temporal.Instant.from(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: 3 })
    .toString()
  await book.open()
  await book.chooseStock(stock)
  await book.chooseSize('S')
  const box = await book.chooseInList()
  await book.chooseTerms({ arrival, months: 3 })
  await book.toDocuments()
  await book.sign(name)
  return { box }
}
