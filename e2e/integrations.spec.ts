import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

test('a superUser gives a program a key and an address to be told at, sees what came of it, and reads how to call', async ({
  newVisitor,
  request,
}) => {
  const told: string[] = []
  const program = http.createServer((asked, answer) => {
    told.push(String(asked.headers['webhook-signature']))
    asked.resume().on('end', () => answer.writeHead(told.length === 1 ? 500 : 200).end('taken'))
  })
  await new Promise<void>((done) => program.listen(0, '127.0.0.1', done))
  const target = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hook`

  const officer = await newVisitor('de')
  const { page, say } = officer
  await signIn(officer, demo.superUser)
  await page.goto('/api-keys')
  await page.getByRole('button', { name: say('integrations.keys.add') }).click()
  await page.getByLabel(say('integrations.keys.form.name')).fill('Buchhaltung')
  const read = say('integrations.keys.form.scopeNamed', {
    module: say('integrations.modules.catalog'),
    way: 'read',
  })
  await page.getByRole('checkbox', { name: read }).check()
  await officer.look('api-key-new')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: say('integrations.keys.form.create') }).click()
  const shown = page.getByLabel(say('integrations.keys.form.made'), { exact: true })
  const key = (await shown.textContent()) ?? ''
  const asProgram = async (path: string) => await request.get(path, { headers: { 'X-API-Key': key } })
  expect((await asProgram('/api/cities')).status()).toBe(200)
  expect((await asProgram('/api/users')).status()).toBe(403)
  await officer.look('api-key-made')
  await page.getByRole('button', { name: say('integrations.once.done') }).click()
  await officer.look('api-keys')
  const revoke = page.getByRole('button', {
    name: say('integrations.keys.revoke.named', { name: 'Buchhaltung' }),
  })
  await revoke.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('integrations.keys.revoke.label') })
    .click()
  await expect(revoke).toBeHidden()
  expect((await asProgram('/api/cities')).status()).toBe(401)

  await page.goto('/webhooks?webhook=new')
  await page.getByLabel(say('integrations.webhooks.form.name')).fill('Türsteuerung')
  await page.getByLabel(say('integrations.webhooks.form.url')).fill(target)
  await page.getByRole('checkbox', { name: say('integrations.events.contract_booked') }).check()
  await officer.look('webhook-new')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('integrations.webhooks.form.create') })
    .click()
  await page.getByRole('button', { name: say('integrations.once.done') }).click()
  await page.getByRole('button', { name: say('integrations.webhooks.test.run') }).click()
  const log = page.getByRole('region', { name: say('integrations.deliveries.title') })
  await expect(log.getByText(say('integrations.deliveries.answered', { status: 500 }))).toBeVisible({
    timeout: 20_000,
  })
  // It comes again by itself, five seconds later.
  await expect.poll(() => told.length, { timeout: 40_000 }).toBe(2)
  const listed = log.getByRole('listitem')
  await expect(
    listed.getByText(say('integrations.deliveries.stateOne.delivered'), { exact: true }),
  ).toBeVisible()
  await officer.look('webhook')
  await log.getByRole('button', { name: 'webhook.test' }).click()
  await expect(log.getByText('taken').first()).toBeVisible()
  await officer.look('webhook-delivery')
  await log.getByRole('button', { name: say('integrations.deliveries.replay') }).click()
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(3)
  await page.goto('/webhooks')
  await officer.look('webhooks')
  program.close()

  await page.goto('/developers')
  await page.getByLabel(say('integrations.developers.search')).fill('city cities')
  await page.getByRole('button', { name: /POST \/cities/ }).click()
  await expect(page.getByText('catalog:write')).toBeVisible()
  await officer.look('developers')
})
