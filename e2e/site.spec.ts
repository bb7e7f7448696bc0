import { expect, test, type Visitor } from './journey.ts'
import { field } from './pages/fields.ts'
import { signIn } from './pages/entrance.ts'
import { MyBoxesPage } from './pages/my-boxes-page.ts'
import { demo } from './people.ts'
import { errorText } from '@stowage/texts/errors/index.ts'
import { lanTexts } from '@stowage/texts/lan/index.ts'

const stock = 'Пресня'
const timeZone = 'Europe/Moscow'
const pin = '480931'

test('a door opens live; cut off from the server it opens by PIN on the page of the warehouse, a debtor stays out, and the history is whole', async ({
  newVisitor,
  simulators,
  allowRefusal,
}) => {
  allowRefusal(/\/lan\/v1\/open$/, 403)
  allowRefusal(/\/lan\/v1\/open$/, 429)
  await simulators.goToMorning(timeZone)
  const tenant = await newVisitor('de', { viewport: { width: 390, height: 844 } })
  const box = await homeOf(tenant, demo.client)
  const debtor = await newVisitor('ru', { viewport: { width: 390, height: 844 } })
  const barred = await homeOf(debtor, demo.debtor)
  for (const visitor of [tenant, debtor]) await setPin(visitor)
  // What is set reaches the site by itself, and only what has reached it opens there alone.
  await expect
    .poll(async () => (await simulators.site(stock)).boxesWithPin, { timeout: 60_000 })
    .toEqual(expect.arrayContaining([box, barred]))

  const home = new MyBoxesPage(tenant)
  await home.open()
  await home.pressOpen(box)
  await expect(home.box(box).getByText(tenant.say('mybox.opened.title'))).toBeVisible()
  expect((await simulators.door(stock, box)).position).toBe('opened')
  await simulators.closeDoor(stock, box)
  await expect.poll(async () => (await simulators.door(stock, box)).state).toBe('closed')

  const { lanUrl } = await simulators.site(stock)
  await simulators.setSite(stock, { action: 'fault', fault: 'offline' })
  try {
    const phone = await newVisitor('de', { viewport: { width: 390, height: 844 }, locale: 'de' })
    const said = await openByPin(phone, lanUrl ?? '', box)
    await expect(said).toContainText(lanTexts.de.opened)
    await phone.look('site-page-for-pins')
    expect((await simulators.door(stock, box)).position).toBe('opened')
    await simulators.closeDoor(stock, box)

    const other = await newVisitor('ru', { viewport: { width: 390, height: 844 }, locale: 'ru' })
    const before = await simulators.door(stock, barred)
    await expect(await openByPin(other, lanUrl ?? '', barred)).toContainText(errorText(7006, 'ru'))
    expect(await simulators.door(stock, barred)).toMatchObject({ position: 'closed', pulses: before.pulses })
  } finally {
    await simulators.setSite(stock, { action: 'fault', fault: 'none' })
  }

  // What the site has kept comes in by itself: who, by what, and the door that fell shut.
  const { page, say, look } = tenant
  const log = page.getByRole('region', { name: say('mybox.history.title') })
  await expect(async () => {
    await home.open()
    await home.box(box).getByRole('link').first().click()
    await expect(log.getByText(say('mybox.history.source.pin')).first()).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })
  await expect(log.getByText(say('mybox.history.opened'), { exact: true })).not.toHaveCount(0)
  await look('box-history-with-pin')
})

/** @returns the number of his box */
async function homeOf(visitor: Visitor, email: string): Promise<string> {
  await signIn(visitor, email)
  return /Y[ABC]\d+/.exec(await visitor.page.getByRole('article').first().innerText())![0]
}

async function setPin({ page, say }: Visitor): Promise<void> {
  const id = await page.evaluate(() => {
    const payload = localStorage.getItem('accessToken')?.split('.')[1] ?? ''
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub
  })
  await page.goto(`/users/${id}#pin`)
  const section = page.getByRole('region', { name: say('backoffice.pin.title') })
  await field(section, say('backoffice.pin.label')).fill(pin)
  await section.getByRole('button', { name: say('backoffice.pin.save') }).click()
  await expect(section.getByText(say('backoffice.pin.isSet'), { exact: true })).toBeVisible()
}

async function openByPin({ page, language }: Visitor, lanUrl: string, box: string) {
  const t = lanTexts[language]
  await page.goto(lanUrl)
  await page.getByLabel(t.box, { exact: true }).fill(box)
  await page.getByLabel(t.pin, { exact: true }).fill(pin)
  const said = page.getByRole('status')
  // A lock takes a pulse every two seconds and no more: whoever is quicker is asked to press again.
  await expect(async () => {
    await page.getByRole('button', { name: t.openBox, exact: true }).click()
    await expect(said).toContainText(/\S/)
    await expect(said).not.toContainText(t.working)
    await expect(said).not.toContainText(t.busy, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  return said
}
