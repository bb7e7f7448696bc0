import { first, test } from './own-house.ts'
import { expect, type Visitor } from './journey.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { field } from './pages/fields.ts'
import { picture } from './papers.ts'

const tenant = 'tenant@journeys.example'

test('from an empty system to the first box rented and paid, as the first steps lead', async ({
  empty,
  newVisitor,
}) => {
  const visitor = await newVisitor('de', { baseURL: empty })
  const { page, say, look } = visitor
  await signIn(visitor, first.email, first.password)
  await expect(page.getByRole('heading', { name: say('sites.guide.title') })).toBeVisible()
  await look('first-run')

  await follow(visitor, 'city')
  await field(page, say('registers.cities.country')).selectOption('DE')
  await field(page, say('registers.cities.city')).fill('Berlin')
  await press(visitor, 'registers.cities.create')
  await expect(page.getByRole('cell', { name: 'Berlin', exact: true })).toBeVisible()
  await look('cities')

  await page.goto('/')
  await follow(visitor, 'seller')
  await page.getByRole('button', { name: say('sites.facts.addSeller') }).click()
  const seller = page.getByRole('dialog')
  await field(seller, say('sites.seller.name')).fill('Lager Nord GmbH')
  await field(seller, say('sites.seller.address')).fill('Turmstraße 21, 10559 Berlin')
  await field(seller, say('sites.seller.country')).selectOption('DE')
  await field(seller, say('sites.seller.email')).fill('office@lager-nord.example')
  await field(seller, say('sites.seller.phone')).fill('+49 30 1234567')
  await seller.getByRole('button', { name: say('sites.save.create'), exact: true }).click()
  await expect(page.getByText('Lager Nord GmbH').first()).toBeVisible()
  await look('company')

  await page.goto('/')
  await follow(visitor, 'stock')
  await field(page, say('sites.facts.name')).fill('Lager Moabit')
  await field(page, say('sites.facts.city')).selectOption({ label: 'Berlin' })
  await field(page, say('sites.facts.zip')).fill('10559')
  await field(page, say('sites.facts.address')).fill('Turmstraße 21')
  await field(page, say('sites.facts.phone')).fill('+49 30 1234567')
  await field(page, say('sites.facts.timeZone')).selectOption('Europe/Berlin')
  await field(page, say('sites.facts.seller')).selectOption({ label: 'Lager Nord GmbH' })
  await look('new-stock')
  await press(visitor, 'sites.save.create')
  await expect(page).toHaveURL(/\/stocks(\/\w{26})?$/)

  await page.goto('/')
  await follow(visitor, 'category')
  await field(page, say('boxes.cats.name')).fill('Standard')
  await field(page, say('boxes.cats.alias')).fill('standard')
  await field(page, say('boxes.cats.minSize')).fill('1')
  await field(page, say('boxes.cats.maxSize')).fill('20')
  await field(page, say('boxes.cats.priceIn', { currency: 'EUR' })).fill('12,30')
  await field(page, say('boxes.cats.description')).fill('Boxen aller Größen')
  await page.locator('input[type="file"]').setInputFiles(picture('preview.png'))
  await look('new-category')
  await page
    .getByRole('main')
    .getByRole('button', { name: say('boxes.cats.create'), exact: true })
    .click()
  await expect(page.getByText('Standard', { exact: true })).toBeVisible()

  await page.goto('/')
  await follow(visitor, 'boxes')
  await page.getByText(say('boxes.form.series'), { exact: true }).click()
  await field(page, say('boxes.series.field')).fill('YA001–YA012')
  await field(page, say('boxes.form.size')).fill('4')
  await look('box-series')
  // The other way to add boxes would take what is typed with it.
  await page.getByText(say('boxes.form.import'), { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('form.unsaved.stay') })
    .click()
  await expect(field(page, say('boxes.series.field'))).toHaveValue('YA001–YA012')
  await press(visitor, 'boxes.series.create')
  await expect(page.getByText('YA001', { exact: true })).toBeVisible()
  await look('boxes-of-series')

  // The first customer comes to the desk.
  await page.goto('/users/add')
  await field(page, say('backoffice.account.firstName')).fill('Katharina')
  await field(page, say('backoffice.account.lastName')).fill('Lager')
  await field(page, say('backoffice.account.country')).selectOption('DE')
  await field(page, say('backoffice.account.city')).fill('Berlin')
  await field(page, say('backoffice.account.address')).fill('Hauptstraße')
  await field(page, say('backoffice.account.house')).fill('12')
  await field(page, say('backoffice.account.zip')).fill('10115')
  await field(page, say('backoffice.account.phone')).fill('+49 30 7654321')
  await field(page, say('backoffice.account.email')).fill(tenant)
  await field(page, say('people.add.password')).fill('erste-Mieterin')
  await look('new-user')
  await page.getByRole('button', { name: say('people.add.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/users$/)
  await expect(page.getByText(tenant)).toBeVisible()

  const desk = new BookPage(visitor)
  await desk.open()
  await desk.chooseStock('Lager Moabit')
  await desk.chooseSize('S')
  const box = await desk.chooseInList()
  await desk.chooseClient(tenant)
  const arrival = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 1 })
  await desk.chooseTerms({ arrival: arrival.toString(), months: 1 })
  await desk.toPayment()
  await desk.bookPaid()
  await expect(page).toHaveURL(`${empty}/`)
  // The steps are done: the overview is one.
  await expect(page.getByRole('heading', { name: say('sites.guide.title') })).toHaveCount(0)
  await page.goto(`/users?search=${encodeURIComponent(tenant)}`)
  await page
    .getByRole('link', { name: say('backoffice.users.contracts', { name: 'Katharina Lager' }) })
    .click()
  await expect(page.getByText(box).first()).toBeVisible()
  await look('contracts-of-user')
})

/** The link of the next step. */
async function follow({ page, say }: Visitor, step: 'city' | 'seller' | 'stock' | 'category' | 'boxes') {
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: say(`sites.guide.${step}.link`), exact: true })
    .click()
}

/** Sends the form and says yes to the question that follows. */
async function press(
  { page, say }: Visitor,
  text: 'registers.cities.create' | 'sites.save.create' | 'boxes.series.create',
) {
  await page
    .getByRole('main')
    .getByRole('button', { name: say(text), exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button').last().click()
}
