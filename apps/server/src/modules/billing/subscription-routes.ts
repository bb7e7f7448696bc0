import * as api from '@stowage/api/subscriptions'
import { fail } from '../../platform/failure.ts'
import { refuseUnseen, type Actor } from '../../platform/http/actor.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Payments, Place } from '../payments/index.ts'
import { activateSubscription, SMALLEST } from './activate-subscription.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { readMandateOffer, signMandate } from './sign-mandate.ts'
import { contractIsVisible } from './document-view.ts'
import { subscriptionOf, type SubscriptionAnswer } from './subscription-view.ts'

export function subscriptionRoutes(platform: Platform, payments: Payments): Route[] {
  const { db } = platform
  const read = async (contractId: string, actor: Actor): Promise<SubscriptionAnswer> => {
    if (!(await contractIsVisible(db, contractId, actor))) refuseUnseen(actor, 'contracts.read')
    const asks = {
      isOnline: (place: Place) => payments.offers(place).length > 0,
      takesAccounts: async (stockId: string) =>
        (await payments.offerMandate(db, { subject: '', stockId, base: '', language: actor.language })) !==
        undefined,
      smallest: SMALLEST,
    }
    return (await subscriptionOf(db, contractId, actor, asks)) ?? fail(9104)
  }
  return [
    route(api.readSubscription, async ({ params, actor }) => await read(params.contractId, actor)),
    route(api.activateSubscription, async (call) => {
      if (!(await contractIsVisible(db, call.params.contractId, call.actor)))
        refuseUnseen(call.actor, 'contracts.read')
      return await activateSubscription(platform, payments, call)
    }),
    route(api.readMandateOffer, async (call) => {
      if (!(await contractIsVisible(db, call.params.contractId, call.actor)))
        refuseUnseen(call.actor, 'contracts.read')
      return await readMandateOffer(platform, payments, call)
    }),
    route(api.signMandate, async (call) => {
      if (!(await contractIsVisible(db, call.params.contractId, call.actor)))
        refuseUnseen(call.actor, 'contracts.read')
      await platform.transact(async (tx) => await signMandate(platform, payments, tx, call))
      return await read(call.params.contractId, call.actor)
    }),
    route(api.cancelSubscription, async (call) => {
      if (!(await contractIsVisible(db, call.params.contractId, call.actor)))
        refuseUnseen(call.actor, 'contracts.read')
      await platform.transact(async (tx) => await cancelSubscription(platform, payments, tx, call))
      return await read(call.params.contractId, call.actor)
    }),
  ]
}
