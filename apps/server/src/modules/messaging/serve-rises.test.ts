import { beforeEach, expect, test } from 'vitest'
import { previewRises, serveRises, withdrawRise } from '@stowage/api/rises'
import { formatMoney } from '@stowage/texts/format.ts'
import { languages } from '@stowage/texts/language.ts'
import { money } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { composeMail } from './compose-mail.ts'
import type { WaitingMail } from './mail-store.ts'
import { renderMail } from './mails/index.ts'

const scene = await openContracts()
const { platform } = scene.world.running
const { sofia } = scene.people
let tenant: NamedPerson
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})

/** A notice for a contract of three months at 50.00 EUR, served on the day of its beginning. */
async function served(contractId: string): Promise<string> {
  const [wish] = (
    await sofia.call(previewRises, { body: { contractIds: [contractId], how: 'percent', percent: 10 } })
  ).body
  const { body } = await sofia.call(serveRises, {
    body: { items: [{ contractId, rate: wish?.rate ?? 0, from: wish?.period?.from ?? '' }] },
  })
  await scene.world.settle()
  return body[0]?.id ?? ''
}

async function waiting(kind: string): Promise<WaitingMail> {
  const { rows } = await sql<WaitingMail>`
    select id, kind, recipient, language, data, attempts from mail where account_id = ${tenant.id} and kind = ${kind}`.execute(
    platform.db,
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}

async function textOf(mail: WaitingMail): Promise<{ subject: string; text: string }> {
  const composed = await composeMail(platform, mail)
  if (!composed) throw new Error('nobody is written to')
  const { subject, text } = await renderMail(
    composed.kind,
    { ...composed.common, ...composed.data },
    mail.language,
  )
  return { subject: plain(subject), text: plain(text) }
}

const plain = (said: string): string => said.replaceAll(/[\u00a0\u202f]/g, ' ')

const eur = (amount: number, language: (typeof languages)[number]) =>
  plain(formatMoney(money(amount, 'EUR'), language))

test('the mail says rates, the day, the first period and how not to pay it, in the tenant’s language', async () => {
  const held = await scene.book(tenant)
  await served(held.id)
  const mail = await waiting('rentRise')
  for (const language of languages) {
    const { subject, text } = await textOf({ ...mail, language })
    expect(subject).toContain('2027')
    // The month before and after, and three months at 5 % off with 19 %.
    for (const amount of [5000, 5500, 16_958, 18_653]) expect(text).toContain(eur(amount, language))
    expect(text).toContain('/my-boxes')
  }
  const { text } = await textOf({ ...mail, language: 'en' })
  expect(text).toContain('promised until 21 February 2027')
  expect(text).not.toContain('Give notice')
})

test('without an end the mail names the last day to leave; taken back, the old rate is told', async () => {
  const held = await scene.book(tenant, { invoicingPeriod: 1 })
  await sql`update contract set duration_months = null, end_day = null where id = ${held.id}`.execute(
    platform.db,
  )
  await sql`update billing_plan set end_day = null, terms = terms || '{"durationMonths": null}' where contract_id = ${held.id}`.execute(
    platform.db,
  )
  const id = await served(held.id)
  const { text } = await textOf({ ...(await waiting('rentRise')), language: 'en' })
  expect(text).toMatch(/Give notice .* empty by 21 January 2027/)
  expect(text).not.toContain('promised until')
  await sofia.call(withdrawRise, { params: { id } })
  await scene.world.settle()
  const back = await textOf({ ...(await waiting('rentRiseWithdrawn')), language: 'en' })
  expect(back.text).toContain(`paying ${eur(5000, 'en')} a month`)
})
