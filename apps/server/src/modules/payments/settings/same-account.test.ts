import { changeStripe, retireProcessor, switchProcessor, testProcessor } from '@stowage/api/processors'
import { money } from '@stowage/domain/money'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { PASSWORD } from '../../../testing/people.ts'
import { insertMethod } from '../method-store.ts'
import { insertPayment } from '../payment-store.ts'
import { loadProcessorSettings } from './index.ts'
import {
  NARROW_KEY,
  openSettings,
  OTHER_KEY,
  OTHER_NARROW_KEY,
  ROLLED_KEY,
  STRIPE_KEY,
} from './testing/open-settings.ts'

const { server, sofia, stock, stripe } = await openSettings()
const { platform } = server
const { db, config } = platform
const PROOF = { ownPassword: PASSWORD }

const pause = async (id: string) =>
  await sofia.call(switchProcessor, { params: { id }, body: { isLive: false } })
const tried = async (id: string) => await sofia.call(testProcessor, { params: { id } })
const said = (reply: { errors: readonly { message: string }[] }): string => reply.errors[0]?.message ?? ''

async function live(made: Promise<{ body: { id: string } }>): Promise<string> {
  const { id } = (await made).body
  await tried(id)
  const on = await sofia.call(switchProcessor, { params: { id }, body: { isLive: true, ...PROOF } })
  expect(on.body.isLive).toBe(true)
  return id
}

const SOFIA = 'super'.padEnd(26, '0')

/** Somebody has paid through it. @returns our payment */
async function paid(cabinet: string): Promise<string> {
  const id = newId()
  const at = platform.clock.now()
  const stockId = await stock('EUR', `Of ${cabinet}`)
  await platform.transact(
    async (tx) =>
      await insertPayment(tx, {
        id,
        processor: 'stripe',
        cabinet,
        reference: `document:${id}`,
        accountId: SOFIA,
        stockId,
        amount: money(100, 'EUR'),
        status: 'succeeded',
        outsideId: `pi_${cabinet}`,
        details: { startedAt: at.toString() },
        createdAt: at,
        createdById: SOFIA,
      }),
  )
  return id
}

describe('keys of another account', () => {
  const change = async (id: string, secretKey: string) =>
    await sofia.call(changeStripe, { params: { id }, body: { secretKey, ...PROOF } })
  const keyOf = async (id: string) =>
    (await loadProcessorSettings(db, config.secrets.storageKey)).find((one) => one.id === id)
  test('are refused once it has been live, paused or not, and what it was is kept; a key that was rolled is taken', async () => {
    const id = await live(stripe())
    await paid(id)
    const other = await change(id, OTHER_KEY)
    expect([other.status, said(other)]).toEqual([409, expect.stringContaining('another account')])
    await pause(id)
    expect(said(await change(id, OTHER_KEY))).toContain('another account')
    expect(await keyOf(id)).toMatchObject({ secretKey: STRIPE_KEY })
    expect((await change(id, ROLLED_KEY)).body.test).toMatchObject({
      isPassed: true,
      accountId: 'acct_berlin',
    })
    expect(await keyOf(id)).toMatchObject({ secretKey: ROLLED_KEY })
    const { outside_account: kept } = await db
      .selectFrom('payment_processor')
      .select('outside_account')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).toBe('acct_berlin test')
  })

  test('that may not tell whose they are are told by a payment of ours', async () => {
    const id = await live(stripe())
    await paid(id)
    expect(said(await change(id, OTHER_NARROW_KEY))).toContain('another account')
    expect((await change(id, NARROW_KEY)).status).toBe(200)
  })

  test('are taken while nothing can be lost: it never was live, or nobody has begun to pay', async () => {
    const { id } = (await stripe()).body
    await tried(id)
    expect((await change(id, OTHER_KEY)).status).toBe(200)
    const begun = await live(stripe())
    expect((await change(begun, OTHER_KEY)).status).toBe(200)
  })
})

test('who pays by himself through one that retires is asked for another way, and it is told to forget his', async () => {
  const id = await live(stripe())
  const paymentId = await paid(id)
  const methodId = newId()
  await platform.transact(
    async (tx) =>
      await insertMethod(tx, {
        id: methodId,
        accountId: SOFIA,
        cabinet: id,
        outsideId: 'pm_kept',
        kind: 'card',
        card: '**** 4242',
        expires: '12/29',
        mandate: null,
        paymentId,
        at: platform.clock.now(),
      }),
  )
  await sofia.call(retireProcessor, { params: { id } })
  const method = await db
    .selectFrom('saved_method')
    .select(['outside_id', 'to_forget'])
    .where('id', '=', methodId)
    .executeTakeFirst()
  expect(method).toEqual({ outside_id: null, to_forget: 'pm_kept' })
  const told = await db.selectFrom('event').select('payload').where('type', '=', 'method-lost').execute()
  expect(told.map(({ payload }) => payload)).toContainEqual({ methodId, accountId: SOFIA })
})
