import { openAccountOf } from './accounts.ts'
import { expect, test, type Visitor } from './journey.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { demo, demoPassword, newPerson } from './people.ts'

const stock = 'Выборгская'

test('a box is chosen on the plan and booked without a mouse, and somebody else hears that it is gone', async ({
  newVisitor,
  request,
}) => {
  const visitor = await newVisitor('ru')
  const { page, say } = visitor
  const person = newPerson('ru')
  await openAccountOf(request, person, 'ru')
  await signIn(visitor, person.email, person.password)
  const stockId = await stockIdOf(visitor)
  await openPlan(visitor, stockId)

  const plan = page.locator('svg[role="listbox"]')
  await walkTo(visitor)
  const activeName = async (): Promise<string> => {
    const active = (await plan.getAttribute('aria-activedescendant')) ?? ''
    return (await page.locator(`[id="${active}"]`).getAttribute('aria-label')) ?? ''
  }
  // The tree reads as it is meant: number, size, price, state, row after row.
  const namesNow = async (): Promise<string[]> =>
    await page.evaluate(
      `[...document.querySelectorAll('svg [role="option"]')].map((one) => one.getAttribute('aria-label'))`,
    )
  let [names, tree]: [string[], string] = [[], '']
  // Of one moment: a box changes hands, and its name with it, when another journey moves the clock.
  await expect(async () => {
    ;[names, tree] = [await namesNow(), await plan.ariaSnapshot()]
    expect(await namesNow()).toEqual(names)
  }).toPass()
  expect(names.length).toBeGreaterThan(20)
  for (const name of names)
    expect(name).toMatch(
      /^Бокс [A-Z]{2} \d+, [\d,]+\sм[²³], [\d\s,]+₽ в месяц, (свободен|занят|другой размер)$/u,
    )
  const heard = tree
    .split('\n')
    .filter((line) => line.includes('option "'))
    .map((line) => /option "(.*?)"/.exec(line)?.[1])
  // It writes every space alike.
  expect(heard).toEqual(names.map((name) => name.replace(/\s+/g, ' ')))
  await expect(plan).toMatchAriaSnapshot(`
    - listbox /План/:
      - option /Бокс Y. \\d+, .*м², .*₽ в месяц, (свободен|занят)/
  `)
  const places: { x: number; y: number; height: number }[] = await page.evaluate(
    `[...document.querySelectorAll('svg [role="option"]')].map((one) => one.getBoundingClientRect().toJSON())`,
  )
  for (const [index, place] of places.slice(1).entries()) {
    const before = places[index]!
    const isSameRow = place.x > before.x && place.y < before.y + before.height
    expect(isSameRow || place.y + place.height / 2 > before.y + before.height / 2).toBe(true)
  }
  await visitor.look('plan-by-keyboard')

  const place = async (): Promise<number> => (await namesNow()).indexOf(await activeName())
  // Home is the first, arrows its neighbours and back, digits a number.
  await page.keyboard.press('Home')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(place).toBe(1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('ArrowDown')
  await expect.poll(place).toBeGreaterThan(0)
  await page.keyboard.press('Home')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('Control+ArrowRight')
  await expect.poll(place).toBeGreaterThan(0)
  const chosen = await activeName()
  expect(chosen).toContain(`, ${say('maps.state.free')}`)
  // The focus is seen: a ring around the plan and one in the box.
  await expect(page.locator('[data-active] [class*="focusRing"]')).toHaveCSS('display', 'inline')
  const number = /Бокс ([A-Z]{2}) (\d+)/u.exec(chosen)!.slice(1).join('')

  // Somebody else looks at the same plan, with the same box chosen.
  const other = await newVisitor('de')
  await openPlan(other, stockId)
  const german: string[] = await other.page.evaluate(
    `[...document.querySelectorAll('svg [role="option"]')].map((one) => one.getAttribute('aria-label'))`,
  )
  for (const name of german)
    expect(name).toMatch(
      /^Box [A-Z]{2} \d+, [\d,]+\sm[²³], [\d.,\s]+₽ im Monat, (frei|belegt|andere Größe)$/u,
    )
  const seen = other.page.getByRole('option', { name: new RegExp(`^Box ${number.replace(/(\d)/, ' $1')},`) })
  await seen.click()
  await expect(seen).toHaveAttribute('data-state', 'chosen')
  const third = await newVisitor('pl')
  await openPlan(third, stockId)
  const freeForThird = third.page.getByRole('option', {
    name: new RegExp(`^Boks ${number.replace(/(\d)/, ' $1')},`),
  })
  await expect(freeForThird).toHaveAttribute('data-state', 'free')

  await page.keyboard.press('Enter')
  await bookByKeyboard(visitor, `${person.firstName} ${person.lastName}`)
  const home = new MyBoxesPage(visitor)
  await page.goto('/my-boxes')
  await expect(home.reservation(number)).toBeVisible()

  await expect(freeForThird).toHaveAttribute('data-state', 'occupied')
  await expect(third.page.getByRole('status').filter({ hasText: number.slice(-2) })).toHaveText(
    third.say('maps.news.one', {
      number: number.replace(/(\d)/, ' $1'),
      state: third.say('maps.state.occupied'),
    }),
  )
  await expect(other.page.getByRole('status').filter({ hasText: number.slice(-2) })).toHaveText(
    other.say('maps.news.lost', { number: number.replace(/(\d)/, ' $1') }),
  )
  await expect(other.page.getByText(other.say('booking.taken.title'))).toBeVisible()
})

test('staff read the plan of a warehouse, open a box from it and print it', async ({ newVisitor }) => {
  const visitor = await newVisitor('de')
  const { page, say } = visitor
  await page.addInitScript('window.print = () => { document.title = "printed " + document.title }')
  await signIn(visitor, demo.superUser, demoPassword)
  const stockId = await stockIdOf(visitor)
  await page.goto(`/boxes?stockId=${stockId}`)
  await page.getByRole('radio', { name: say('boxes.plan.asPlan') }).press('Space')
  await expect(page).toHaveURL(/view=plan/)
  const rented = page.getByRole('option', { name: new RegExp(say('boxes.plan.contract', { number: '20' })) })
  await expect(rented.first()).toBeVisible()
  await expect(rented.first()).toHaveAccessibleName(/Schloss .*, Vertrag \d+-\d+, .*(bezahlt|unbezahlt)/)
  await visitor.look('boxes-plan')
  await page.getByRole('button', { name: say('maps.print') }).click()
  await expect(page).toHaveTitle(/^printed/)
  // One sheet A3, landscape.
  const sheet = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  expect(sheet.match(/\/Type ?\/Page\b/g)).toHaveLength(1)
  expect(sheet).toMatch(/\/MediaBox ?\[0 0 1191\.\d+ 841\.\d+\]/)
  await rented.first().click()
  await expect(page).toHaveURL(/\/boxes\/[0-9A-Z]{26}\?/)
})

test('staff draw without a mouse, and hear what they have drawn', async ({ newVisitor }) => {
  const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
  const { page, say } = visitor
  await signIn(visitor, demo.superUser, demoPassword)
  await page.goto(`/stocks/${await stockIdOf(visitor)}/plan`)
  const drawn = page.locator('[data-uuid]')
  await expect(drawn.first()).toBeVisible()
  const count = await drawn.count()
  const sheet = page.getByRole('application', { name: say('plan.reach.sheet') })
  const news = page.getByRole('status').filter({ hasText: /X \d/ })
  const field = (name: 'x' | 'width') =>
    page.getByRole('textbox', { name: say(`plan.props.${name}`), exact: true })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await page.locator('body').press('Tab')
  for (let step = 0; step < 40 && (await page.locator('[role="toolbar"] :focus').count()) === 0; step += 1)
    await page.keyboard.press('Tab')
  // The toolbar is one stop, its arrows walk past what a house is made of; Enter hands the keys to the sheet, where the cross stands.
  await press(...Array.from({ length: 6 }, () => 'ArrowDown'), 'Enter')
  await expect(sheet).toBeFocused()
  await expect(news).toContainText(`${say('plan.tool.rectangle')}. `)
  await expect(page.locator('[data-cross]')).toHaveCount(1)
  await press('Shift+ArrowRight', 'Enter')
  await expect(drawn).toHaveCount(count + 1)
  await expect(news).toHaveText(/^Gezeichnet: Rechteck, X \d[\d.]*, Y \d+, 120 × 80$/)
  const at = Number(await field('x').inputValue())
  await press('Shift+ArrowRight', 'ArrowLeft')
  await expect(field('x')).toHaveValue(String(at + 9))
  // From the sheet the Tab key goes on to the properties, Escape comes back.
  const focused = async (): Promise<string | null> => await page.locator(':focus').getAttribute('aria-label')
  for (let step = 0; step < 6 && (await focused()) !== say('plan.props.width'); step += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.type('200')
  await press('Enter', 'Escape')
  await expect(sheet).toBeFocused()
  await press('ArrowDown')
  await expect(news).toHaveText(/^Rechteck: .*, 200 × 80$/)

  // An outline: a letter, a point by each Enter, and the last one twice.
  await press('p', 'Enter')
  await press(...Array<string>(6).fill('Shift+ArrowRight'), 'Enter')
  await press(...Array<string>(4).fill('Shift+ArrowDown'), 'Enter')
  await expect(news).toContainText('Punkt 3 von 3: ')
  await press('Enter')
  await expect(drawn).toHaveCount(count + 2)
  await expect(page.getByRole('textbox', { name: say('plan.props.height'), exact: true })).toHaveValue('40')
  await visitor.look('plan-editor')
  // Letters can be turned off, and then mean nothing.
  await press('?')
  await page.getByRole('switch', { name: say('plan.keys.single') }).press('Space')
  await press('Escape', 'r')
  await expect(page.locator('[data-cross]')).toHaveCount(0)
  await press('Delete')
  await expect(drawn).toHaveCount(count + 1)
  await press('Control+z')
  await expect(drawn).toHaveCount(count + 2)
})

async function stockIdOf({ page }: Visitor): Promise<string> {
  const answer: unknown = await (await page.request.get('/api/stocks')).json()
  const stocks = (Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray)) as {
    _id: string
    name: string
  }[]
  return stocks.find(({ name }) => name === stock)!._id
}

async function openPlan({ page }: Visitor, stockId: string): Promise<void> {
  await page.goto(`/book?stockId=${stockId}&view=plan`)
  await expect(page.locator('svg[role="listbox"]').getByRole('option').first()).toBeVisible()
}

/** With the Tab key, as somebody without a mouse comes there. */
async function walkTo({ page }: Visitor): Promise<void> {
  await page.locator('body').press('Tab')
  for (let step = 0; step < 60; step += 1) {
    if ((await page.locator('svg[role="listbox"]:focus').count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the plan is not reached with the Tab key')
}

/** The drawer with nothing but keys: a day and three months, documents signed, reserved for nothing. */
async function bookByKeyboard(visitor: Visitor, name: string): Promise<void> {
  const { page, say } = visitor
  const book = new BookPage(visitor)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${say('booking.terms.arrival')}`) }).press('Enter')
  const days = page.getByRole('table', { name: say('booking.terms.arrival') })
  await days.locator('button:not([disabled])').nth(2).press('Enter')
  await page
    .getByRole('radio', { name: say('booking.terms.months', { months: 3 }), exact: true })
    .press('Space')
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: say('booking.terms.toDocuments') }).press('Enter')
  await page.getByRole('checkbox', { name: say('booking.papers.agree') }).press('Space')
  await page.getByRole('checkbox', { name: say('booking.papers.adult') }).press('Space')
  const field = page.getByRole('textbox', { name: say('booking.papers.name') })
  await field.press('Control+a')
  await page.keyboard.type(name)
  await page.getByRole('button', { name: say('booking.papers.toPayment') }).press('Enter')
  await book.chooseMethod('none')
  await page.getByRole('button', { name: say('booking.pay.reserve'), exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/booking-success/)
}
