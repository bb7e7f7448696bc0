import { updateUser } from '@stowage/api/accounts'
import { listConsents } from '@stowage/api/sessions'
import {
  askSmsCode,
  chooseSmsTopics,
  confirmSmsNumber,
  forgetSmsNumber,
  readSmsSettings,
  retrySms,
  searchSmsHistory,
} from '@stowage/api/sms'
import { machineNow } from '@stowage/server/platform/clock'
import { createTwilio } from '@stowage/server/platform/sms/twilio'
import { sizeOfSms } from '@stowage/domain/sms-text'
import { markSending, takeDueSms } from '@stowage/server/modules/messaging/sms/sms-store'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Tenant } from './house.fixture.ts'
import { openSmsHouse, type SmsHouse } from './sms.fixture.ts'

let desk: SmsHouse
let tenant: Tenant
let number: string
beforeAll(async () => {
  desk = await openSmsHouse()
  tenant = await desk.house.tenant()
  number = await desk.connect(tenant)
})
afterAll(async () => await desk.close())
afterEach(() => {
  desk.phones.setFault('none')
  desk.phones.setFate('delivered')
})

const latest = async (of: Tenant = tenant) => (await desk.rows(of))[0]
/** Somebody with a box who wants to be told: limits of a day are his own. */
const another = async (): Promise<{ tenant: Tenant; number: string }> => {
  const someone = await desk.house.tenant()
  return { tenant: someone, number: await desk.connect(someone) }
}

test('a number is confirmed by the code that came there, chosen and forgotten again; each choice is kept as a consent', async () => {
  const person = await desk.house.person()
  const ask = async (phone: string) => await person.call(askSmsCode, { body: { number: phone } })
  const settings = async () => (await person.call(readSmsSettings, {})).body
  expect(await settings()).toMatchObject({ isOffered: true, number: null, topics: [] })
  for (const phone of ['110', '+1 900 555 0199', '12 34 56'])
    expect(await ask(phone)).toMatchObject({ status: 400, code: 1005 })
  // As one writes it at home: the account is a German one.
  expect((await ask('0171 5550142')).body).toMatchObject({
    number: '+491715550142',
    isConfirmed: false,
    isCodeOut: true,
  })
  expect(await person.call(chooseSmsTopics, { body: { topics: ['boxLeftOpen'] } })).toMatchObject({
    code: 9104,
  })
  await desk.send()
  const [body = ''] = desk.at('+491715550142')
  const code = /\d{6}/.exec(body)?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await person.call(confirmSmsNumber, { body: { code: wrong } })).toMatchObject({ code: 1005 })
  expect(
    (await person.call(confirmSmsNumber, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })).body,
  ).toMatchObject({ isConfirmed: true, isCodeOut: false })
  // It works once.
  expect(await person.call(confirmSmsNumber, { body: { code } })).toMatchObject({ code: 1005 })
  await person.call(chooseSmsTopics, { body: { topics: ['accessClosing', 'boxLeftOpen'] } })
  expect((await settings()).topics).toEqual(['boxLeftOpen', 'accessClosing'])
  await person.call(chooseSmsTopics, { body: { topics: ['boxLeftOpen'] } })
  await person.call(forgetSmsNumber, {})
  expect(await settings()).toMatchObject({ number: null, isConfirmed: false, topics: [] })
  const consents = (await person.call(listConsents, { params: { id: person.id } })).body
  expect(consents.filter(({ kind }) => kind === 'sms').map(({ isGiven }) => isGiven)).toEqual([false, true])
  // The code stands nowhere.
  const kept = await desk.house.world.running.platform.db
    .selectFrom('sms')
    .selectAll()
    .where('account_id', '=', person.id)
    .execute()
  expect(JSON.stringify(kept)).not.toContain(code)
})

test('codes are few for who asks and for who is written to, and guessing ends after five tries', async () => {
  const [person, stranger] = [await desk.house.person(), await desk.house.person()]
  const ask = async (who: typeof person, phone: string) =>
    await who.call(askSmsCode, { body: { number: phone } })
  await ask(person, '+491715550150')
  for (let guess = 0; guess < 5; guess += 1)
    expect(await person.call(confirmSmsNumber, { body: { code: String(guess) } })).toMatchObject({
      code: 1005,
    })
  await desk.send()
  const code = /\d{6}/.exec(desk.at('+491715550150')[0] ?? '')?.[0] ?? ''
  expect(await person.call(confirmSmsNumber, { body: { code } })).toMatchObject({ code: 1005 })
  await ask(person, '+491715550150')
  expect((await ask(person, '+491715550150')).status).toBe(200)
  expect((await ask(person, '+491715550150')).status).toBe(429)
  expect((await ask(stranger, '+491715550150')).status).toBe(200)
  expect((await ask(stranger, '+491715550150')).status).toBe(429)
  expect((await ask(stranger, '+491715550151')).status).toBe(200)
})

test('a door left open is told at once, in words without a link, and what became of it is known', async () => {
  await desk.leftOpen(tenant)
  expect(desk.at(number)[0]).toMatch(new RegExp(`box ${tenant.unitNumber} .* has been open since`))
  expect(desk.at(number)[0]).not.toMatch(/https?:|www/)
  expect(await latest()).toMatchObject({ kind: 'boxLeftOpen', status: 'delivered', failure: null })
})

test.each([
  ['twice', 'delivered'],
  ['outOfOrder', 'delivered'],
  // Nobody else reports: the signature is over our address with the token of the account.
  ['forged', 'accepted'],
  ['silent', 'accepted'],
] as const)('reports that come %s leave it %s', async (fate, status) => {
  const other = await another()
  desk.phones.setFate(fate)
  await desk.leftOpen(other.tenant)
  expect(await latest(other.tenant)).toMatchObject({ status })
})

test('who has not chosen it is told nothing, and who takes the choice back neither', async () => {
  const other = await another()
  await other.tenant.call(chooseSmsTopics, { body: { topics: ['accessClosing'] } })
  await desk.leftOpen(other.tenant)
  expect(await desk.rows(other.tenant)).toEqual([])
})

test.each(['lost', 'fault', 'busy', 'down'] as const)(
  'a gateway that is %s: the message goes once',
  async (fault) => {
    const other = await another()
    desk.phones.setFault(fault)
    await desk.leftOpen(other.tenant)
    const taken = fault === 'lost' ? 1 : 0
    expect(desk.at(other.number)).toHaveLength(1 + taken)
    // Nothing of it is tried before its time.
    await desk.send()
    expect(desk.at(other.number)).toHaveLength(1 + taken)
    desk.phones.setFault('none')
    await desk.hurry()
    await desk.send()
    expect(desk.at(other.number)).toHaveLength(2)
    expect(await latest(other.tenant)).toMatchObject({ status: 'delivered' })
    await desk.hurry()
    await desk.send()
    expect(desk.at(other.number)).toHaveLength(2)
  },
)

test.each(['before it was handed over', 'after it, before that was kept'])(
  'a process that dies %s leaves a message that goes once',
  async (when) => {
    const other = await another()
    const { platform } = desk.house.world.running
    desk.phones.setFault('down')
    await desk.leftOpen(other.tenant)
    desk.phones.setFault('none')
    desk.phones.setFate('silent')
    await desk.hurry()
    // What the process does up to its death.
    const sms = await takeDueSms(platform.db, machineNow(), platform.clock.now(), 0)
    const body = (await latest(other.tenant))?.body ?? ''
    await markSending(platform.db, sms?.id ?? '', { body, segments: 1, at: machineNow() })
    if (when !== 'before it was handed over') {
      const gateway = createTwilio(
        platform.config.sms.gateway ?? { url: '', accountSid: '', authToken: '', from: '' },
      )
      await gateway.send({
        to: other.number,
        body,
        reportUrl: 'https://stowage.example/lost',
        goodForSeconds: 60,
      })
    }
    desk.phones.setFate('delivered')
    await desk.hurry()
    await desk.send()
    expect(desk.at(other.number).filter((one) => one === body)).toHaveLength(1)
    expect((await latest(other.tenant))?.gateway_id).toMatch(/^SM/)
  },
)

test('the same words twice are two messages: one that is known is not taken for the other', async () => {
  const other = await another()
  const { db } = desk.house.world.running.platform
  await desk.leftOpen(other.tenant)
  const first = await latest(other.tenant)
  desk.phones.setFault('fault')
  await desk.leftOpen(other.tenant)
  await db
    .updateTable('sms')
    .set({ body: first?.body ?? '' })
    .where('status', '=', 'sending')
    .execute()
  desk.phones.setFault('none')
  await desk.hurry()
  await desk.send()
  expect(desk.at(other.number)).toHaveLength(3)
})

test('a number where nothing arrives is known as such; staff see it and try again', async () => {
  const other = await another()
  const { sofia } = desk.house.people
  const page = async () => (await sofia.call(searchSmsHistory, { query: { userId: other.tenant.id } })).body
  desk.phones.setFate('unknownNumber')
  await desk.leftOpen(other.tenant)
  expect(await latest(other.tenant)).toMatchObject({ status: 'failed', failure: 'address' })
  expect((await page()).unreachableSince).not.toBeNull()
  expect((await other.tenant.call(readSmsSettings, {})).body.unreachableSince).not.toBeNull()
  // Nothing more is paid for.
  await desk.leftOpen(other.tenant)
  expect(await desk.rows(other.tenant)).toHaveLength(1)
  desk.phones.setFate('delivered')
  const id = (await latest(other.tenant))?.id ?? ''
  expect(await sofia.call(retrySms, { params: { id } })).toMatchObject({ status: 200 })
  expect(await sofia.call(retrySms, { params: { id } })).toMatchObject({ status: 404, code: 9104 })
  await desk.send()
  expect(await latest(other.tenant)).toMatchObject({ status: 'delivered', failure: null })
  expect((await page()).unreachableSince).toBeNull()
  const found = await sofia.call(searchSmsHistory, { query: { to: other.number.slice(3) } })
  expect(found.body.items.map(({ to }) => to)).toContain(other.number)
})

test('an account is sent so many a day at most, whatever happens to its door', async () => {
  const other = await another()
  for (let time = 0; time < 9; time += 1) await desk.leftOpen(other.tenant)
  // The code counts.
  expect(desk.at(other.number)).toHaveLength(8)
  expect((await desk.rows(other.tenant)).filter(({ failure }) => failure === 'limit')).toHaveLength(2)
})

test('in each language what is sent fits into two segments', async () => {
  const other = await another()
  for (const language of ['ru', 'de', 'pl'] as const) {
    await other.tenant.call(updateUser, { params: { id: other.tenant.id }, body: { language } })
    await desk.leftOpen(other.tenant)
  }
  const sent = desk.at(other.number)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map((body) => body.slice(0, 30))).size).toBeGreaterThan(2)
  expect(sent.every((body) => sizeOfSms(body).segments <= 2)).toBe(true)
})

test('the last free day of an unpaid invoice is told by day; what could not go waits for the morning', async () => {
  const other = await another()
  const { world } = desk.house
  const { db } = world.running.platform
  const document = { due_on: Temporal.PlainDate.from('2026-11-19'), status: 'open', paid: 0 } as const
  await db.updateTable('document').set(document).where('id', '=', other.tenant.documentId).execute()
  await world.setTime('2026-11-21T12:00:00Z')
  expect(await desk.rows(other.tenant)).toEqual([])
  await world.setTime('2026-11-22T07:30:00Z')
  expect(await desk.rows(other.tenant)).toEqual([])
  desk.phones.setFault('busy')
  await world.setTime('2026-11-22T12:00:00Z')
  expect(await latest(other.tenant)).toMatchObject({ kind: 'accessClosing', status: 'waiting' })
  desk.phones.setFault('none')
  await desk.hurry()
  await world.setTime('2026-11-22T20:30:00Z')
  expect(desk.at(other.number)).toHaveLength(1)
  // By the morning it is not true any more: the doors are shut.
  await desk.hurry()
  await world.setTime('2026-11-23T07:30:00Z')
  expect(await latest(other.tenant)).toMatchObject({ status: 'failed', failure: 'gone' })
})
