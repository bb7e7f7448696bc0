import { mailTexts } from '@stowage/texts/mail/index.ts'
import { signUpOf } from './accounts.ts'
import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo, newPerson } from './people.ts'

/** The console is for whoever tries the demo: no sign-in, each tab an address of its own. */
async function openTab({ page, say }: Visitor, tab: 'mail' | 'payments' | 'doors' | 'clock'): Promise<void> {
  await page.getByRole('tab', { name: say(`simulators.tabs.${tab}`), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/simulators\\?tab=${tab}$`))
}

test('the console: a mail comes in by itself and is read; the mail server can be put out of order', async ({
  newVisitor,
  request,
  simulators,
}) => {
  const visitor = await newVisitor('en')
  const { page, say, look } = visitor
  await page.goto('/simulators')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('simulators.title'))
  const person = newPerson('pl')
  await signUpOf(request, person, 'pl')
  const subject = mailTexts('pl')('accountCreated.subject')
  const row = page.getByRole('button').filter({ hasText: person.email }).filter({ hasText: subject })
  await expect(row).toHaveCount(1, { timeout: 30_000 })
  await row.click()
  const mail = page.getByRole('region', { name: subject })
  await expect(mail.getByText(person.email, { exact: true })).toBeVisible()
  // Whatever a mail holds, it runs nothing here.
  const frame = mail.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toMatch(/allow-scripts|allow-same-origin/)
  // Not by name: whoever typed it need not be the owner of the address.
  await expect(
    frame.contentFrame().getByRole('paragraph').filter({ hasText: person.email }).first(),
  ).toBeVisible()

  const server = page.getByRole('combobox', { name: say('simulators.mail.server') })
  try {
    await server.selectOption(say('simulators.mail.faults.down'))
    await expect.poll(async () => await simulators.mailFault()).toBe('down')
  } finally {
    await simulators.mailServer({ kind: 'none' })
  }
  await expect(server).toHaveValue('none')
  // No script runs in a mail's frame, the one that checks the rules neither: it would wait there for ever.
  await page.evaluate(`document.querySelector('iframe').remove()`)
  await look('console-mail')
})

test('the console: a door is opened by hand, and the back office sees it; a cabinet is taken down', async ({
  newVisitor,
  simulators,
}) => {
  const visitor = await newVisitor('en')
  const { page, say, look } = visitor
  await page.goto('/simulators')
  await openTab(visitor, 'doors')
  const stock = 'Praga'
  await page.getByRole('combobox', { name: say('simulators.doors.site') }).selectOption(stock)
  const { doors, siteId } = await simulators.site(stock)
  const door = doors.find(({ kind, position, online }) => kind === 'box' && position === 'closed' && online)!
  await page.getByRole('textbox', { name: say('simulators.doors.search') }).fill(door.name)
  const tile = page.getByRole('button', {
    name: new RegExp(`^${door.name} ?${say('simulators.doors.closed')}`),
  })
  await tile.click()
  await look('console-doors')

  const office = await newVisitor('en')
  await signIn(office, demo.superUser)
  await office.page.goto(`/boxes?stockId=${siteId}&number=${door.name}`)
  const line = office.page.getByRole('row').filter({ hasText: door.name })
  const isShown = async (state: 'opened' | 'closed'): Promise<void> =>
    await expect(
      line.getByTitle(office.say(`mybox.lock.${state}Plain`)).getByText(office.say(`mybox.lock.${state}`)),
    ).toBeVisible()
  await isShown('closed')
  try {
    await page.getByRole('button', { name: say('simulators.doors.open'), exact: true }).click()
    await expect(page.getByRole('button', { name: say('simulators.doors.close'), exact: true })).toBeVisible()
    await isShown('opened')
    await page.getByRole('button', { name: say('simulators.doors.close'), exact: true }).click()
    await isShown('closed')
  } finally {
    await simulators.closeDoor(stock, door.name)
  }

  await openTab(visitor, 'payments')
  const cabinet = page.getByRole('region', { name: say('simulators.payments.cabinet', { currency: 'RUB' }) })
  const isDown = async () =>
    (await simulators.payments()).cabinets.find(({ currency }) => currency === 'RUB')?.isDown
  await cabinet.getByRole('button', { name: say('simulators.payments.break'), exact: true }).click()
  await expect(cabinet.getByText(say('simulators.payments.down'), { exact: true })).toBeVisible()
  expect(await isDown()).toBe(true)
  await look('console-payments')
  await cabinet.getByRole('button', { name: say('simulators.payments.repair'), exact: true }).click()
  await expect(cabinet.getByText(say('simulators.payments.up'), { exact: true })).toBeVisible()
  expect(await isDown()).toBe(false)
})

test('the console: the clock is moved a day, every page says so, and it comes back', async ({
  newVisitor,
  simulators,
}) => {
  const visitor = await newVisitor('en')
  const { page, say, look } = visitor
  const before = Temporal.Instant.from(await simulators.now())
  await page.goto('/simulators?tab=clock')
  await page.getByRole('button', { name: say('simulators.clock.day'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: say('simulators.clock.moved') })).toBeVisible({
    timeout: 60_000,
  })
  await look('console-clock')
  const moved = before.until(Temporal.Instant.from(await simulators.now())).total('hours')
  expect(moved).toBeGreaterThanOrEqual(24)
  expect(moved).toBeLessThan(24.2)

  const other = await newVisitor('de')
  await other.page.goto('/book')
  const bar = other.page.getByRole('region', { name: other.say('shell.banners') })
  await expect(bar.getByRole('link')).toHaveAttribute('href', /\/simulators\?tab=clock/)
  await page.getByRole('button', { name: say('simulators.clock.reset'), exact: true }).click()
  await expect(page.getByText(say('simulators.clock.notMoved'), { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  const now = Temporal.Instant.from(await simulators.now())
  expect(Math.abs(now.since(Temporal.Now.instant()).total('seconds'))).toBeLessThan(30)
  await other.page.reload()
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar.getByRole('link')).toHaveCount(0)
})
