import sentences from '@stowage/texts/errors/declines/de.json' with { type: 'json' }
import { openTenant, timeZone } from './german-tenant.ts'
import { expect } from './journey.ts'
import { test } from './own-house.ts'
import { signIn } from './pages/entrance.ts'
import { payByCard } from './pages/pay-page.ts'
import { wordsWith } from './pages/words.ts'
import { Simulators } from './simulators.ts'

test('automatic payments over three months: no funds and tried again, stolen and suspended, another card', async ({
  demo,
  newVisitor,
  playwright,
}) => {
  // Every night of three months is worked through.
  test.setTimeout(900_000)
  const request = await playwright.request.newContext({ baseURL: demo })
  const simulators = new Simulators(request)
  const visitor = await newVisitor('de', { baseURL: demo })
  const { page, say } = visitor
  const tenant = await openTenant(request)
  const contract = await tenant.book({ months: 6, isPaid: true })
  const heading = page.getByRole('heading', { level: 1 })
  const section = page.getByRole('region', { name: say('debits.title'), exact: true })
  const tries = section.getByRole('listitem')
  await signIn(visitor, tenant.person.email, tenant.person.password)

  await page.goto(contract.path)
  const first = await giveCard(say('debits.on'))
  await expect(section.getByText(say('debits.status.active'), { exact: true })).toBeVisible()

  // No funds on the due day, and enough on the next.
  await simulators.bankSays(first, 'insufficient_funds')
  await goTo(1)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: sentences.insufficient_funds })).toHaveCount(1)
  await simulators.bankSays(first, null)
  await goTo(1, 1)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: say('debits.tryState.paid') })).toHaveCount(1)
  await visitor.look('automatic-payments')

  // Never again with this card; nobody is told that it counts as stolen.
  await simulators.bankSays(first, 'stolen_card')
  await goTo(2)
  await page.goto(contract.path)
  await expect(section.getByText(say('debits.status.suspended'), { exact: true })).toBeVisible()
  await expect(section.getByText(say('debits.suspendedText', { why: 'hard' }))).toBeVisible()
  await expect(tries.filter({ hasText: sentences.generic_decline })).toHaveCount(1)
  await visitor.look('automatic-payments-suspended')
  const second = await giveCard(say('debits.giveOther'))
  expect(second).not.toBe(first)
  await expect(section.getByText(say('debits.status.active'), { exact: true })).toBeVisible()

  await goTo(3)
  await page.goto(contract.path)
  await expect(tries.filter({ hasText: say('debits.tryState.paid') })).toHaveCount(2)
  await expect(page.getByRole('button', { name: wordsWith(say, 'billing.pay', 'amount') })).toHaveCount(0)

  /** The invoice of the month so many months after the first is issued; then its due day comes, or one behind it. */
  async function goTo(months: number, days = 0): Promise<void> {
    const due = tenant.today.add({ months })
    for (const day of days > 0 ? [due.add({ days })] : [due.subtract({ days: 7 }), due]) {
      const noon = day.toZonedDateTime({ timeZone, plainTime: '12:00' })
      await simulators.goTo(noon.toInstant().toString(), { atOnce: true })
    }
  }

  /** Over the processor's page and back to the contract. @returns the card's id at the processor */
  async function giveCard(button: string): Promise<string> {
    const known = new Set((await simulators.stripe()).methods.map(({ id }) => id))
    await section.getByRole('button', { name: button, exact: true }).click()
    await payByCard(page, 'de', null)
    await expect(heading).toHaveText(say('results.paid.cardTitle', { saved: 'yes' }))
    await page.goto(contract.path)
    const saved = (await simulators.stripe()).methods.find(({ id }) => !known.has(id))
    expect(saved).toBeDefined()
    return saved!.id
  }
})
