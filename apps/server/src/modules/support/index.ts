import * as privacy from '@stowage/api/privacy'
import * as api from '@stowage/api/support'
import { on } from '../../platform/events/dispatcher.ts'
import { publicRoute, route } from '../../platform/http/call.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { erasureAsked, openErasedAddress, personErased, triesOf } from '../accounts/index.ts'
import { paymentCameTooLate } from '../contracts/index.ts'
import { addAppeal } from './add-appeal.ts'
import { appealList, countPending } from './appeal-view.ts'
import { eraseAppeals } from './erase-appeals.ts'
import { eraseVisitor } from './erase-visitor.ts'
import { handleAppeal, reopen } from './handle-appeal.ts'
import { keepErasureRequest } from './keep-erasure-request.ts'
import { keepLatePayment } from './keep-late-payment.ts'
import { limitAsking } from './keep-appeal.ts'
import { offerBox } from './offer-box.ts'
import { createPush } from './push.ts'
import { requestAvailability } from './request-availability.ts'
import { stockOf } from './stock-of.ts'
import { takeOfferHandlers } from './take-offer.ts'
import { readDemand } from './waiting-view.ts'

export { appealAdded, appealHandled, boxOffered, visitorErased } from './events.ts'

export type Support = Module

/** The support module of one server: what people ask of us, and who waits for a box. */
export function createSupport(platform: Platform): Support {
  const { db, clock } = platform
  const tries = triesOf(platform)
  const push = createPush(platform)
  return {
    routes: [
      publicRoute(api.requestAvailability, async (call) => {
        await limitAsking(tries, call)
        return await requestAvailability(platform, call)
      }),
      publicRoute(api.addAppeal, async (call) => {
        await limitAsking(tries, call)
        return await addAppeal(platform, call)
      }),
      route(
        api.listAppeals,
        async ({ query, actor }) => await appealList(db, query, stockOf(actor), clock.now()),
      ),
      route(api.countAppeals, async ({ actor }) => ({ pending: await countPending(db, stockOf(actor)) })),
      route(api.handleAppeal, async (call) => await handleAppeal(platform, call)),
      route(
        privacy.eraseVisitor,
        async (call) => await call.transact(async (tx) => await eraseVisitor(platform, tx, call)),
      ),
      route(api.reopenAppeal, async (call) => await reopen(platform, call)),
      route(api.listDemand, async ({ actor }) => await readDemand(db, stockOf(actor))),
      route(api.offerBox, async (call) => await offerBox(platform, call)),
    ],
    handlers: [
      ...takeOfferHandlers(platform),
      on(
        erasureAsked,
        'support keeps wishes to be erased',
        async (tx, { payload, at }) => await keepErasureRequest(tx, payload.accountId, at),
      ),
      on(
        paymentCameTooLate,
        'support keeps money that came too late',
        async (tx, { payload, at }) => await keepLatePayment(tx, payload, at),
      ),
      on(personErased, 'support erases appeals', async (tx, { payload, at }) => {
        const email = openErasedAddress(platform, payload) ?? null
        await eraseAppeals(tx, { accountId: payload.accountId, email }, at)
      }),
    ],
    heard: push.heard,
    useHub: push.useHub,
    close: async () => push.close(),
  }
}
