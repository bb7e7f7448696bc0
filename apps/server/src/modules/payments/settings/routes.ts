import * as api from '@stowage/api/processors'
import { authorOf } from '../../../platform/audit/author.ts'
import { fail } from '../../../platform/failure.ts'
import { route, type Call, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changeProcessor } from './change-processor.ts'
import { createProcessor, type NewProcessor } from './create-processor.ts'
import { retireProcessor } from './retire-processor.ts'
import { createSecretSealer } from './sealed-secrets.ts'
import { assignProcessors, describeOne, describeSettings, describeStock } from './serve-stocks.ts'
import type { SettingsDesk } from './settings-desk.ts'
import { switchProcessor } from './switch-processor.ts'
import { testProcessor } from './test-processor.ts'
import type { Actor } from '../../../platform/http/actor.ts'

/** How processors are set up, tested, switched and set to stocks. */
export function processorSettingsRoutes(
  platform: Platform,
  { createProcessor: adapterOf }: Pick<SettingsDesk, 'createProcessor'>,
): Route[] {
  const sealer = createSecretSealer(platform.config.secrets.storageKey)
  const desk: SettingsDesk = { platform, sealer, createProcessor: adapterOf }
  const made = async (call: Making, given: NewProcessor): Promise<api.PaymentProcessor> =>
    await call.transact(
      async (tx) => await describeOne(desk, await createProcessor(desk, tx, authorOf(call), given), tx),
    )
  return [
    route(api.listProcessors, async () => await describeSettings(desk)),
    route(api.createPayKeeper, async (call) => {
      const { label, url, login, currency, password, secretWord } = call.body
      const settings = { kind: 'paykeeper', url, login, currency } as const
      return await made(call, { label, settings, secrets: { password, secretWord } })
    }),
    route(api.changePayKeeper, async (call) => {
      const { label, url, login, currency, password, secretWord, ...proof } = call.body
      const settings = { url, login, currency }
      const changes = {
        kind: 'paykeeper',
        label,
        settings,
        secrets: given({ password, secretWord }),
      } as const
      return await changeProcessor(desk, call, call.params.id, changes, proof)
    }),
    route(api.createStripe, async (call) => {
      const { label, url = null, methods, currencies, secretKey, webhookSecret } = call.body
      const settings = { kind: 'stripe', url, methods, currencies } as const
      return await made(call, { label, settings, secrets: { secretKey, webhookSecret } })
    }),
    route(api.changeStripe, async (call) => {
      const { label, url, methods, currencies, secretKey, webhookSecret, ...more } = call.body
      const { formerWebhookSecret, ...proof } = more
      const changes = {
        kind: 'stripe',
        label,
        settings: { url, methods, currencies },
        secrets: given({ secretKey, webhookSecret }),
        dropsFormerSecret: formerWebhookSecret === null,
      } as const
      return await changeProcessor(desk, call, call.params.id, changes, proof)
    }),
    route(
      api.testProcessor,
      async (call) =>
        await testProcessor(desk, { transact: call.transact, author: authorOf(call) }, call.params.id),
    ),
    route(api.switchProcessor, async (call) => await switchProcessor(desk, call)),
    route(
      api.retireProcessor,
      async (call) =>
        await call.transact(async (tx) => ({
          isDeleted: await retireProcessor(desk, tx, authorOf(call), call.params.id),
        })),
    ),
    route(api.getStockProcessors, async ({ actor, params }) => {
      const isElsewhere = actor.stockId !== null && actor.stockId !== params.id
      if (isElsewhere && actor.platformRole !== 'superUser') fail(6006)
      return await describeStock(desk, params.id)
    }),
    route(api.assignProcessors, async (call) => await assignProcessors(desk, call)),
  ]
}

type Making = Pick<Call<typeof api.createPayKeeper, Actor>, 'actor' | 'address' | 'transact'>

/** Those that were sent. */
const given = (
  secrets: Readonly<Partial<Record<keyof NewProcessor['secrets'], string | undefined>>>,
): NewProcessor['secrets'] =>
  Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== undefined))
