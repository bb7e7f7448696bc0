import {
  assignProcessors,
  changePayKeeper,
  changeStripe,
  listProcessors,
  retireProcessor,
  switchProcessor,
  testProcessor,
} from '@stowage/api/processors'
import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/authenticator-app.ts'
import { PASSWORD } from '../../../testing/people.ts'
import { standStill } from '../../../testing/stand-still.ts'
import { loadProcessorSettings } from './index.ts'
import { CABINET, openSettings, STRIPE_KEY } from './testing/open-settings.ts'

const { server, sofia, cabinet, stock, payKeeper, stripe, meanwhile } = await openSettings()
const { db, config } = server.platform
const PROOF = { ownPassword: PASSWORD }

const goLive = async (id: string, body: object = PROOF) =>
  await sofia.call(switchProcessor, { params: { id }, body: { isLive: true, ...body } })
const pause = async (id: string) =>
  await sofia.call(switchProcessor, { params: { id }, body: { isLive: false } })
const tried = async (id: string) => await sofia.call(testProcessor, { params: { id } })

/** The reason of a refusal, by the sentence that is answered. */
const said = (reply: { errors: readonly { message: string }[] }): string => reply.errors[0]?.message ?? ''

async function live(made: Promise<{ body: { id: string } }>): Promise<string> {
  const { id } = (await made).body
  await tried(id)
  expect((await goLive(id)).body.isLive).toBe(true)
  return id
}

describe('a processor', () => {
  test('is set up, tested, goes live, pauses and retires; its secrets are nowhere to be read', async () => {
    const made = await payKeeper({ label: 'Cabinet of Moscow', url: `${cabinet.baseUrl}/` })
    expect(made.status, made.raw).toBe(200)
    const { id } = made.body
    expect(made.body).toMatchObject({
      kind: 'paykeeper',
      origin: 'database',
      url: cabinet.baseUrl,
      login: CABINET.login,
      currencies: ['RUB'],
      methods: ['card'],
      isLive: false,
      wasLive: false,
      test: null,
      messageUrl: `${config.publicUrl}/api/payments/paykeeper/${id}`,
    })
    expect(made.body.secrets.map(({ name, end }) => [name, end])).toEqual([
      ['password', null],
      ['secretWord', null],
    ])
    expect(said(await goLive(id))).toContain('Test the settings first')
    const tested = await tried(id)
    expect(tested.body.test).toMatchObject({
      isPassed: true,
      isCurrent: true,
      account: new URL(cabinet.baseUrl).host,
    })
    const on = await goLive(id)
    expect(on.body).toMatchObject({ isLive: true })
    expect((await pause(id)).body).toMatchObject({ isLive: false, wasLive: true })
    expect((await sofia.call(retireProcessor, { params: { id } })).body).toEqual({ isDeleted: false })
    const list = (await sofia.call(listProcessors)).body.processors
    expect(list.find((one) => one.id === id)).toMatchObject({ isLive: false, retired: expect.any(String) })
    expect((await tried(id)).code).toBe(9104)

    const acts = await db.selectFrom('audit').selectAll().where('subject_id', '=', id).orderBy('id').execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'payment-processor-created',
      'payment-processor-tested',
      'payment-processor-live',
      'payment-processor-paused',
      'payment-processor-retired',
    ])
    const events = await db.selectFrom('event').selectAll().execute()
    const rows = await db.selectFrom('payment_processor').selectAll().execute()
    const everything = [
      made.raw,
      tested.raw,
      on.raw,
      ...[acts, events, rows].map((one) => JSON.stringify(one)),
    ]
    for (const secret of [CABINET.password, CABINET.secretWord])
      expect(everything.filter((text) => text.includes(secret))).toEqual([])
  })

  test('that never was live is deleted', async () => {
    const { id } = (await payKeeper()).body
    expect((await sofia.call(retireProcessor, { params: { id } })).body).toEqual({ isDeleted: true })
    expect((await sofia.call(listProcessors)).body.processors.some((one) => one.id === id)).toBe(false)
  })

  test('that fails its test does not go live; the reason is kept without the secret in it', async () => {
    const { id } = (await payKeeper({ password: 'not the password' })).body
    const { body } = await tried(id)
    expect(body.test).toMatchObject({ isPassed: false, fault: 'login' })
    expect(body.test?.reason).toBe(`401 for ${CABINET.login}:…`)
    expect(said(await goLive(id))).toContain('last test was not passed')
  })

  test('goes live only for who types his own password', async () => {
    const { id } = (await payKeeper()).body
    await tried(id)
    expect((await goLive(id, {})).errors[0]).toMatchObject({ errorCode: 1002, field: 'ownPassword' })
    expect((await goLive(id, { ownPassword: 'guessed' })).errors[0]).toMatchObject({
      errorCode: 9144,
      field: 'ownPassword',
    })
    expect((await sofia.call(listProcessors)).body.processors.find((one) => one.id === id)?.isLive).toBe(
      false,
    )
  })

  test('of the same name is refused; one of a retired one is free', async () => {
    const { id } = (await payKeeper({ label: 'Twice' })).body
    expect((await payKeeper({ label: 'twice' })).errors[0]).toMatchObject({ errorCode: 9150, field: 'label' })
    await sofia.call(retireProcessor, { params: { id } })
    expect((await payKeeper({ label: 'twice' })).status).toBe(200)
  })

  test('is the business of superUsers alone', async () => {
    for (const role of ['client', 'manager', 'admin'])
      expect((await server.person(role).call(listProcessors)).status).toBe(403)
    expect((await server.person().call(listProcessors)).status).toBe(401)
  })
})

describe('a change', () => {
  test('of a secret takes the test back', async () => {
    const { id } = (await payKeeper()).body
    await tried(id)
    const params = { id }
    const changed = await sofia.call(changePayKeeper, { params, body: { secretWord: 'another word' } })
    expect(changed.body.test).toMatchObject({ isPassed: true, isCurrent: false })
    expect(said(await goLive(id))).toContain('changed since the test')
  })

  test('of a name alone leaves the test', async () => {
    const { id } = (await payKeeper()).body
    await tried(id)
    await sofia.call(changePayKeeper, { params: { id }, body: { label: 'Renamed' } })
    expect((await goLive(id)).body).toMatchObject({ label: 'Renamed', isLive: true })
  })

  test('of a live one is tried before it is kept, and asks for a proof', async () => {
    const id = await live(payKeeper())
    const change = async (body: object) => await sofia.call(changePayKeeper, { params: { id }, body })
    expect((await change({ secretWord: 'a new word' })).errors[0]).toMatchObject({ field: 'ownPassword' })
    const wrong = await change({ password: 'a slip of the finger', ...PROOF })
    expect([wrong.status, said(wrong)]).toEqual([409, expect.stringContaining('does not accept these keys')])
    const setting = async () =>
      (await loadProcessorSettings(db, config.secrets.storageKey)).find((one) => one.id === id)
    expect(await setting()).toMatchObject({ ...CABINET, isLive: true })
    const right = await change({ secretWord: 'a new word', ...PROOF })
    expect(right.body).toMatchObject({ isLive: true, test: { isPassed: true, isCurrent: true } })
    expect(await setting()).toMatchObject({ secretWord: 'a new word', isLive: true })
  })

  test('that was made on an older state is refused, also one made while another was being tried', async () => {
    const id = await live(payKeeper())
    const params = { id }
    const late = await sofia.call(changePayKeeper, { params, body: { label: 'Late', updated: null } })
    expect(late).toMatchObject({ status: 409, code: 9109 })
    meanwhile(async () => {
      await sofia.call(changePayKeeper, { params, body: { label: 'Quicker' } })
    })
    const overtaken = await sofia.call(changePayKeeper, {
      params,
      body: { secretWord: 'a slow word', ...PROOF },
    })
    expect(overtaken).toMatchObject({ status: 409, code: 9109 })
    const [kept] = (await loadProcessorSettings(db, config.secrets.storageKey)).filter((one) => one.id === id)
    expect(kept).toMatchObject({ label: 'Quicker', secretWord: CABINET.secretWord })
  })

  test('during a test makes that test worthless', async () => {
    const { id } = (await payKeeper()).body
    meanwhile(async () => {
      await sofia.call(changePayKeeper, { params: { id }, body: { password: 'other password' } })
    })
    expect(said(await tried(id))).toContain('during the test')
    expect(said(await goLive(id))).toContain('Test the settings first')
  })

  test('sent twice under one key is made once and answered alike', async () => {
    const { id } = (await payKeeper()).body
    const twice = async () =>
      await sofia.call(changePayKeeper, {
        params: { id },
        body: { label: `Once ${id}` },
        key: `change-${id}`,
      })
    const [one, other] = [await twice(), await twice()]
    expect(other.body).toEqual(one.body)
    expect(one.body.label).toBe(`Once ${id}`)
  })

  test('of a webhook secret leaves the former one valid until it is dropped', async () => {
    const { id } = (await stripe()).body
    const params = { id }
    const names = (reply: { body: { secrets: { name: string; end?: string | null | undefined }[] } }) =>
      reply.body.secrets.map(({ name, end }) => [name, end])
    const changed = await sofia.call(changeStripe, {
      params,
      body: { webhookSecret: 'whsec_secondSecretOfTheTests2' },
    })
    expect(names(changed)).toEqual([
      ['secretKey', 'sKey'],
      ['webhookSecret', 'sts2'],
      ['formerWebhookSecret', 'ts01'],
    ])
    const setting = async () =>
      (await loadProcessorSettings(db, config.secrets.storageKey)).find((one) => one.id === id)
    expect(await setting()).toMatchObject({
      kind: 'stripe',
      secretKey: STRIPE_KEY,
      webhookSecret: 'whsec_secondSecretOfTheTests2',
      formerWebhookSecret: 'whsec_firstSecretOfTheTests01',
    })
    const dropped = await sofia.call(changeStripe, { params, body: { formerWebhookSecret: null } })
    expect(names(dropped).length).toBe(2)
    expect(await setting()).toMatchObject({ formerWebhookSecret: null })
  })

  test('of the other kind is not there', async () => {
    const { id } = (await stripe()).body
    expect((await sofia.call(changePayKeeper, { params: { id }, body: { label: 'X' } })).code).toBe(9104)
  })
})

describe('an address', () => {
  test.each([
    ['http to a stranger', 'http://pay.example.com', 9114],
    ['a private network', 'https://10.0.0.8', 9114],
    ['the metadata of a cloud', 'https://169.254.169.254', 9114],
    ['this machine by name', 'https://localhost', 9114],
    ['an inner name', 'https://db.internal', 9114],
    ['IPv6 that carries an inner one', 'https://[::ffff:10.0.0.1]', 9114],
    ['another scheme', 'ftp://pay.example.com', 1005],
    ['a user in it', 'https://a:b@pay.example.com', 1005],
    ['no address', 'pay.example.com', 1005],
  ])('of %s is refused', async (_name, url, code) => {
    const reply = await payKeeper({ url })
    expect(reply.errors[0]).toMatchObject({ errorCode: code, field: 'url' })
  })

  test('other than its own gets a Stripe key only where the operator has named it', async () => {
    expect((await stripe({ url: 'https://stripe.example.com' })).errors[0]).toMatchObject({
      errorCode: 9114,
      field: 'url',
    })
    expect((await stripe({ url: 'http://127.0.0.1:9' })).status).toBe(200)
    // The adapter has no place for a path, and one that cannot be made would stop the others from being read.
    expect((await stripe({ url: 'http://127.0.0.1:9/v1' })).errors[0]).toMatchObject({
      errorCode: 1005,
      field: 'url',
    })
  })
})

describe('bad input', () => {
  test('of a PayKeeper cabinet', async () => {
    const reply = await sofia.send('POST', 'payment-processors/paykeeper', { currency: 'GBP' })
    expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual({
      label: 1003,
      url: 1003,
      login: 1003,
      currency: 1005,
      password: 1003,
      secretWord: 1003,
    })
    expect(said(await payKeeper({ currency: 'EUR' }))).toContain('roubles only')
  })

  test.each([
    ['a publishable key', { secretKey: 'pk_test_51abcdefgh' }, 'secretKey', 1005],
    ['a key as webhook secret', { webhookSecret: STRIPE_KEY }, 'webhookSecret', 1005],
    ['no method', { methods: [] }, 'methods', 1003],
    ['a method twice', { methods: ['card', 'card'] }, 'methods', 1005],
    ['direct debit without euro', { methods: ['sepa'], currencies: ['USD'] }, 'methods', 9150],
    ['PayPal in roubles', { methods: ['paypal'], currencies: ['RUB'] }, 'methods', 9150],
  ])('of a Stripe account: %s', async (_name, wish, field, errorCode) => {
    expect((await stripe(wish)).errors[0]).toMatchObject({ field, errorCode })
  })
})

test('secrets sealed with another storage key leave that processor out and the others in', async () => {
  const { id } = (await stripe()).body
  const unreadable: string[] = []
  const other = 'c'.repeat(43)
  expect(await loadProcessorSettings(db, other, (one) => unreadable.push(one))).toEqual([])
  expect(unreadable).toContain(id)
})

test('a live one that is assigned is seen where it serves, and does not retire before another does', async () => {
  const id = await live(stripe())
  const stockId = await stock('EUR', 'Served')
  await sofia.call(assignProcessors, {
    params: { id: stockId },
    body: { offers: [{ method: 'card', processorId: id }] },
  })
  const seen = (await sofia.call(listProcessors)).body.processors.find((one) => one.id === id)
  expect(seen).toMatchObject({ isTest: true, stocks: [{ id: stockId, name: 'Served' }] })
  expect(said(await sofia.call(retireProcessor, { params: { id } }))).toContain('still serves 1 warehouse')
})

// Last: from here on Sofia has a second factor.
test('who has a second factor goes live with its code, which is good once', async () => {
  const { id } = (await payKeeper()).body
  await tried(id)
  const begun = await sofia.call(beginSecondFactor, { body: { password: PASSWORD } })
  await standStill(
    async () => await sofia.call(confirmSecondFactor, { body: { code: codeOf(begun.body.secret, -1) } }),
  )
  expect((await goLive(id)).errors[0]).toMatchObject({ errorCode: 1003, field: 'code' })
  expect((await goLive(id, { ...PROOF, code: '000000' })).errors[0]).toMatchObject({
    errorCode: 9141,
    field: 'code',
  })
  const code = codeOf(begun.body.secret)
  expect((await goLive(id, { ...PROOF, code })).body.isLive).toBe(true)
  await pause(id)
  expect((await goLive(id, { ...PROOF, code })).code).toBe(9141)
})
