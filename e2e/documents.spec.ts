import { expect, test, type Visitor } from './journey.ts'
import { openAccount, verifyAccount } from './pages/back-office.ts'
import { BookPage } from './pages/book-page.ts'
import { fillSignUp, signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { pdf, picture } from './papers.ts'
import { demo, newPerson } from './people.ts'
import type { Simulators } from './simulators.ts'

const stock = 'Moabit'
const timeZone = 'Europe/Berlin'
/** What staff write is text, whatever it looks like. */
const reason = 'Das Gesicht ist <b>verdeckt</b> & unscharf'

test('signed up, address confirmed; documents handed in, one rejected, replaced, verified: the door opens', async ({
  newVisitor,
  simulators,
}) => {
  const person = newPerson('en')
  const visitor = await newVisitor('en')
  const { page, say, look } = visitor
  await page.goto('/signup')
  await fillSignUp(page, visitor, person)
  await expect(page).toHaveURL(/\/login\?email=/)
  // The link of the mail is good without signing in, and once more by somebody who presses it twice.
  const link = await confirmationLink(simulators, person.email)
  for (const _press of [1, 2]) {
    await page.goto(link)
    await expect(page.getByRole('status').filter({ hasText: say('security.confirm.done') })).toBeVisible()
    await look('address-confirmed')
    await page.goto('about:blank')
  }
  const arrival = Temporal.Instant.from(await simulators.now())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: 1 })

  // A superUser books for a client without documents and takes the money.
  const office = await newVisitor('de')
  await signIn(office, demo.superUser)
  await expect(office.page).toHaveURL(/\/$/)
  const desk = new BookPage(office)
  await desk.open()
  await desk.chooseStock(stock)
  await desk.chooseSize('S')
  const box = await desk.chooseInList()
  await desk.chooseClient(person.email)
  await desk.chooseTerms({ arrival: arrival.toString(), months: 1 })
  await desk.toPayment()
  await desk.bookPaid()
  await expect(office.page).toHaveURL(/\/$/)

  // The tenant agrees, then hands in what is asked for.
  await signIn(visitor, person.email, person.password)
  const home = new MyBoxesPage(visitor)
  const card = home.box(box)
  await expect(card.getByRole('button', { name: say('mybox.refused.afterConsent') })).toBeDisabled()
  await look('my-boxes-agreement')
  await page.getByRole('checkbox', { name: say('mybox.agreement.check') }).check()
  await page.getByRole('button', { name: say('mybox.agreement.submit'), exact: true }).click()
  await expect(card.getByRole('button', { name: say('mybox.refused.afterCheck') })).toBeDisabled()
  await card.getByRole('link', { name: say('mybox.refused.upload') }).click()
  await expect(page).toHaveURL(/\/users\/\w+/)
  const profile = page.url()
  const address = page.getByRole('region', { name: say('security.email.title') })
  await expect(address.getByText(say('security.email.confirmed'), { exact: true })).toBeVisible()
  await upload(visitor, 'passport')
  await upload(visitor, 'selfie')
  await upload(visitor, 'address')

  // One is rejected, and not without a reason.
  await openAccount(office, person.email)
  const selfie = documentOf(office, 'selfie')
  const rejection = office.say('backoffice.kyc.reject')
  await selfie.getByRole('button', { name: rejection, exact: true }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByRole('button', { name: rejection, exact: true }).click()
  await expect(dialog.getByText(office.say('backoffice.kyc.specifyReason'))).toBeVisible()
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: rejection, exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(selfie.getByText(office.say('backoffice.kyc.because', { reason }))).toBeVisible()
  await expect(
    office.page.getByRole('button', { name: office.say('backoffice.kyc.verify'), exact: true }),
  ).toBeDisabled()
  await office.look('user-rejected')

  // The tenant reads why at home, is led to the document and replaces it.
  await page.goto('/my-boxes')
  const notice = page.getByRole('dialog', { name: say('mybox.rejected.title') })
  await expect(notice.getByText(reason, { exact: true })).toBeVisible()
  await look('my-boxes-rejected')
  await notice.getByRole('link', { name: say('mybox.rejected.upload') }).click()
  await expect(page).toHaveURL(profile)
  await expect(documentOf(visitor, 'selfie').getByText(reason)).toBeVisible()
  await upload(visitor, 'selfie')
  await expect(documentOf(visitor, 'selfie').getByText(reason)).toHaveCount(0)

  await openAccount(office, person.email)
  await verifyAccount(office)
  await simulators.goTo(arrival.toZonedDateTime({ timeZone, plainTime: '10:00' }).toInstant().toString())
  await home.open()
  await expect(card).toBeVisible()
  await expect(notice).toHaveCount(0)
  await home.pressOpen(box)
  await expect(card.getByText(say('mybox.opened.title'))).toBeVisible()
  expect((await simulators.door(stock, box)).position).toBe('opened')
  await simulators.closeDoor(stock, box)
})

/** The link with which an address is confirmed, out of its mail. */
async function confirmationLink(simulators: Simulators, email: string): Promise<string> {
  const { text } = await simulators.mail(email, { subject: 'Confirm your e-mail address' })
  const [link] = /https?:\S+\/confirm-address#code=[\w.%-]+/.exec(text) ?? []
  expect(link, text).toBeDefined()
  return link ?? ''
}

type Kind = 'passport' | 'selfie' | 'address'

/** The row of a document on the page of its account. */
function documentOf({ page, say }: Visitor, kind: Kind) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByText(say(`backoffice.kyc.kinds.${kind}`), { exact: true }) })
}

/** Hands in one document on the own page; it then waits for somebody to look at it. */
async function upload(visitor: Visitor, kind: Kind): Promise<void> {
  const row = documentOf(visitor, kind)
  await row
    .locator('input[type="file"]:not([capture])')
    .setInputFiles(kind === 'address' ? pdf('bill.pdf') : picture(`${kind}.png`))
  await expect(row.getByText(visitor.say('backoffice.kyc.states.waiting'), { exact: true })).toBeVisible()
}
