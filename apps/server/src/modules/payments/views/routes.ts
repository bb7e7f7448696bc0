import type { Answer } from '@stowage/api/endpoint'
import * as api from '@stowage/api/payments'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { fail } from '../../../platform/failure.ts'
import { isSuperUser } from '../../../platform/http/actor.ts'
import { route, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { externalPayments } from './external-payments-view.ts'
import { payFactsOf } from './pay-methods-view.ts'
import { paymentMessage, paymentMessages } from './payment-messages-view.ts'
import { readSettlements } from './read-settlements.ts'
import { isAccountThere, userPayments } from './user-payments-view.ts'

export type OfferedMethod = Answer<typeof api.listPayMethods>[number]

/** What the core of this module does for its screens. */
export interface PaymentDeeds {
  /** What the processors of a stock take in its currency, the usual first; nothing of transfers, which need none. */
  methodsFor(stockId: string, currency: string): readonly OfferedMethod[] | Promise<readonly OfferedMethod[]>
  /**
   * Judges a kept message once more. Not there: messages cannot be judged again, and no screen offers it.
   * @returns its verdict now
   * @throws Failure 9104 no such message, or one that stays what it is; 1 the processor is away
   */
  replay?(messageId: string): Promise<string>
}

/** The lists of payments that people look at. */
export function paymentViewRoutes(platform: Platform, { methodsFor, replay }: PaymentDeeds): Route[] {
  const { db } = platform
  const scene = () => ({ now: machineNow(), canReplay: replay !== undefined })
  return [
    route(api.listExternalPayments, async ({ query }) => await externalPayments(db, query)),
    route(api.listUserPayments, async ({ params, query, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      if (!(await isAccountThere(db, params.userId))) fail(6004)
      return await userPayments(db, params.userId, actor, Number(query.page ?? 1))
    }),
    route(api.listPaymentMessages, async ({ query }) => await paymentMessages(db, query, scene())),
    route(
      api.readPaymentMessage,
      async ({ params }) => (await paymentMessage(db, params.id, scene())) ?? fail(9104),
    ),
    ...(replay === undefined
      ? []
      : [
          route(api.replayPaymentMessage, async (call) => {
            const before = (await paymentMessage(db, call.params.id, scene())) ?? fail(9104)
            const verdict = await replay(call.params.id)
            await platform.transact(async (tx) =>
              note(tx, platform.clock, authorOf(call), {
                action: 'payment-message-replayed',
                subjectType: 'paymentMessage',
                subjectId: call.params.id,
                before: { verdict: before.verdict },
                after: { verdict },
              }),
            )
            return { verdict }
          }),
        ]),
    route(api.readSettlements, async ({ query }) => await readSettlements(platform, query)),
    route(api.listPayMethods, async ({ query }) => {
      const facts = (await payFactsOf(db, query.stockId)) ?? fail(6006)
      const online = await methodsFor(query.stockId, facts.currency)
      return [
        ...online,
        ...(facts.takesTransfers
          ? [{ method: 'bankTransfer' as const, processor: 'bankTransfer' as const }]
          : []),
      ]
    }),
  ]
}
