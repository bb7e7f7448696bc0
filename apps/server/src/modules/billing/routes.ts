import * as api from '@stowage/api/billing'
import { fail } from '../../platform/failure.ts'
import { createDocumentToken } from '../../platform/http/document-token.ts'
import { isSuperUser, refuseUnseen } from '../../platform/http/actor.ts'
import { route, sent, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { readBalance } from './balance.ts'
import { bookRoutes } from './book-routes.ts'
import { balancesOf, isAccountThere } from './balances-view.ts'
import {
  contractIsVisible,
  documentsOfAccount,
  documentsOfContract,
  printableDocument,
} from './document-view.ts'
import { issueFirstPenalty } from './issue-first-penalty.ts'
import { payDocument } from './pay-document.ts'
import { parkedContracts } from './parked-view.ts'
import { paymentStateFor } from './payment-state-view.ts'
import { recordPayout } from './record-payout.ts'
import { retryParked } from './retry-parked.ts'
import { sendInvoicePdf } from './send-invoice-pdf.ts'

export function billingRoutes(
  platform: Platform,
  modules: { payments: Payments; catalog: Catalog },
): Route[] {
  const { db, clock } = platform
  return [
    ...bookRoutes(platform),
    route(api.listContractInvoices, async ({ params, actor }) => {
      const documents = await documentsOfContract(db, params.contractId, actor, clock.now())
      if (documents.length === 0 && !(await contractIsVisible(db, params.contractId, actor)))
        refuseUnseen(actor, 'contracts.read')
      return documents
    }),
    route(api.listPersonalInvoices, async ({ params, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      return await documentsOfAccount(db, params.userId, actor, clock.now())
    }),
    route(api.payDocument, (call) => payDocument(platform, modules.payments, call)),
    route(api.invoicePdf, async (call) => {
      await sendInvoicePdf(platform, call)
      return sent
    }),
    route(api.documentToken, async ({ params, actor }) => {
      const isThere =
        (await printableDocument(db, params.id, actor)) !== undefined ||
        (await contractIsVisible(db, params.id, actor))
      if (!isThere) refuseUnseen(actor, 'documents.read')
      return {
        token: createDocumentToken(platform.config.secrets.tokenKey, {
          actorId: actor.id,
          documentId: params.id,
        }),
      }
    }),
    route(
      api.issuePenalty,
      async (call) => await call.transact(async (tx) => await issueFirstPenalty(platform, tx, call)),
    ),
    route(
      api.accountBalance,
      async ({ query, actor }) => await readBalance(platform, modules.catalog, actor.id, query.stockId),
    ),
    route(api.listBalances, async ({ params, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      if (!(await isAccountThere(db, params.userId))) fail(6004)
      return await balancesOf(db, params.userId)
    }),
    // The answer is read inside: under an Idempotency-Key it is kept with what was done.
    route(
      api.recordPayout,
      async (call) =>
        await call.transact(async (tx) => {
          await recordPayout({ clock, catalog: modules.catalog }, tx, call)
          return await balancesOf(tx, call.params.userId)
        }),
    ),
    route(api.listParkedContracts, async ({ query }) => await parkedContracts(db, Number(query.page ?? 1))),
    route(api.retryParkedContracts, async (call) => await retryParked(platform, call)),
    route(
      api.paymentState,
      async ({ params, actor }) => (await paymentStateFor(db, params.paymentId, actor)) ?? fail(9104),
    ),
  ]
}
