import { afterAll } from 'vitest'
import { createPayKeeper, createStripe } from '@stowage/api/processors'
import { createTestDatabase } from '../../../../../../../tools/testing/database.ts'
import { startPayKeeper } from '../../../../../../../tools/testing/processors.ts'
import { PASSWORD } from '../../../../testing/people.ts'
import type { Person } from '../../../../testing/person.ts'
import { createSmallServer } from '../../../../testing/small-server.ts'
import { createSmallStock } from '../../../../testing/small-stock.ts'
import { createAccounts, hashPassword } from '../../../accounts/index.ts'
import { createCatalog } from '../../../catalog/index.ts'
import { ProcessorError, type OutsidePayment, type Processor, type ProcessorCheck } from '../../processor.ts'
import { processorSettingsRoutes } from '../index.ts'
import type { ProcessorSetting } from '../processor-setting.ts'

/** The key that the Stripe of these tests knows; any other is refused. */
export const STRIPE_KEY = 'sk_test_51StowageTestsKnowThisKey'
/** Another one of the same account, as after a roll; one of another account; one that may not read whose it is. */
export const ROLLED_KEY = 'sk_test_51RolledKeyOfTheSameAccount'
export const OTHER_KEY = 'sk_test_52KeyOfQuiteAnotherAccount'
export const NARROW_KEY = 'rk_test_51RestrictedAndOfTheSame'
export const OTHER_NARROW_KEY = 'rk_test_52RestrictedAndOfAnother'
const ACCOUNTS: Readonly<Record<string, string>> = {
  [STRIPE_KEY]: 'acct_berlin',
  [ROLLED_KEY]: 'acct_berlin',
  [OTHER_KEY]: 'acct_other',
  [NARROW_KEY]: 'acct_berlin',
  [OTHER_NARROW_KEY]: 'acct_other',
}
export const CABINET = { login: 'stowage', password: 'cabinet-password', secretWord: 'seven-secret-words' }

const unasked = async (): Promise<never> => {
  throw new Error('settings ask for nothing but the check')
}

/** What the settings call of an adapter: its check, here over HTTP where there is a simulator. */
function adapterOf(setting: ProcessorSetting, asked: () => Promise<void>): Processor {
  return {
    name: setting.id,
    kind: setting.kind,
    currencies: [],
    methods: () => [],
    form: () => undefined,
    openPage: unasked,
    pageState: unasked,
    closePage: unasked,
    // Every payment of these tests was made in Berlin's account.
    payment: async (id) =>
      setting.kind === 'stripe' && ACCOUNTS[setting.secretKey] === 'acct_berlin'
        ? ({ id } as OutsidePayment)
        : undefined,
    paymentsOf: unasked,
    recentPayments: unasked,
    compare: () => 0,
    charge: unasked,
    refund: unasked,
    forgetMethod: unasked,
    savedMethodOf: unasked,
    readMessage: () => ({ verdict: 'malformed', kept: {} }),
    async check() {
      await asked()
      return setting.kind === 'paykeeper' ? await checkCabinet(setting) : checkAccount(setting)
    },
  }
}

async function checkCabinet(
  setting: Extract<ProcessorSetting, { kind: 'paykeeper' }>,
): Promise<ProcessorCheck> {
  const { url, login, password } = setting
  const reply = await fetch(`${url}/info/settings/token/`, {
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
  }).catch((error: unknown) => {
    throw new ProcessorError('away', 'not reached', { cause: error })
  })
  if (reply.status !== 200) throw new ProcessorError('login', `${reply.status} for ${login}:${password}`)
  const { host } = new URL(url)
  return { account: host, accountId: host, isTest: null, warnings: [] }
}

function checkAccount({ secretKey, methods }: Extract<ProcessorSetting, { kind: 'stripe' }>): ProcessorCheck {
  const id = ACCOUNTS[secretKey]
  if (id === undefined) throw new ProcessorError('login', `No such API key: ${secretKey}`)
  const warnings = methods.includes('paypal') ? ['PayPal is not switched on for this account.'] : []
  const isTold = secretKey.startsWith('sk_')
  return { account: isTold ? 'Stowage Berlin' : null, accountId: isTold ? id : null, isTest: true, warnings }
}

/** A server whose settings may reach the simulated cabinet, and Sofia, a superUser who has a password. */
export async function openSettings(demo = false) {
  const database = await createTestDatabase()
  const cabinet = await startPayKeeper({
    host: '127.0.0.1',
    currency: 'RUB',
    notificationUrl: 'http://127.0.0.1:1/',
    ...CABINET,
  })
  const between: { act: () => Promise<void> } = { act: async () => undefined }
  const server = await createSmallServer(
    database.url,
    (platform) => ({
      accounts: createAccounts(platform),
      catalog: createCatalog(platform),
      settings: {
        routes: processorSettingsRoutes(platform, {
          createProcessor: (setting) => adapterOf(setting, async () => await between.act()),
        }),
      },
    }),
    {
      demo,
      processorsAllowedAddresses: ['127.0.0.1'],
      payKeeper: [{ name: 'paykeeper', url: cabinet.baseUrl, currency: 'RUB', ...CABINET }],
    },
  )
  afterAll(async () => {
    await server.close()
    await cabinet.close()
    await database.drop()
  })
  const { platform } = server
  await platform.db
    .insertInto('account')
    .values({
      id: 'super'.padEnd(26, '0'),
      email: 'sofia@stowage.example',
      email_key: 'sofia@stowage.example',
      password_hash: await hashPassword(PASSWORD),
      platform_role: 'superUser',
      language: 'en',
      account_type: 'individual',
      is_individual_entrepreneur: false,
      first_name: 'Sofia',
      last_name: 'Super',
      country: 'DE',
      city: 'Berlin',
      is_adult: true,
      is_advertising_agree: false,
      is_kyc_verified: true,
      was_kyc_verified: true,
      created_at: platform.clock.now(),
    })
    .execute()
  const sofia: Person = server.person('super')
  let count = 0
  const label = (): string => `Processor ${(count += 1)}`
  return {
    server,
    sofia,
    cabinet,
    /** Happens while a processor is being asked. */
    meanwhile(act: () => Promise<void>) {
      between.act = async () => {
        between.act = async () => undefined
        await act()
      }
    },
    stock: async (currency: 'RUB' | 'EUR' | 'USD', name = 'Mitte') =>
      (
        await createSmallStock(
          { platform, catalog: server.modules.catalog },
          { stock: { currency, name }, boxes: [] },
        )
      ).stockId,
    payKeeper: async (wish: object = {}) => {
      const form = { label: label(), url: cabinet.baseUrl, currency: 'RUB', ...CABINET }
      return await sofia.call(createPayKeeper, { body: { ...form, ...wish } })
    },
    stripe: async (wish: object = {}) => {
      const keys = { secretKey: STRIPE_KEY, webhookSecret: 'whsec_firstSecretOfTheTests01' }
      const form = { label: label(), methods: ['card', 'sepa'], currencies: ['EUR', 'USD'], ...keys }
      return await sofia.call(createStripe, { body: { ...form, ...wish } })
    },
  }
}
