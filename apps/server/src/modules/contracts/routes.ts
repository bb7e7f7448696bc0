import * as api from '@stowage/api/contracts'
import { audit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser } from '../../platform/http/actor.ts'
import { route, sent, type Route } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { cancelContract } from './change-status.ts'
import { contractFor, contractsOfAccount } from './contract-view.ts'
import { lockContract, setInternalUser } from './contract-store.ts'
import { sendLeasePdf } from './send-lease-pdf.ts'

export function contractRoutes(platform: Platform, modules: { catalog: Catalog; payments: Payments }): Route[] {
  const { db, clock } = platform
  return [
    route(api.getContract, async ({ params, actor }) => (await contractFor(db, params.contractId, actor, clock.now())) ?? fail(9104)),
    route(api.listUserContracts, async ({ params, query, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor)) fail(actor.platformRole === 'client' ? 6004 : 9103)
      return await contractsOfAccount(db, params.userId, query.status ?? 'all', actor, clock.now())
    }),
    route(api.contractPdf, async (call) => {
      await sendLeasePdf(platform, call)
      return sent
    }),
    route(api.cancelContract, async (call) => {
      const { actor, params } = call
      await call.transact(async (tx) => {
        const contract = await lockContract(tx, params.contractId)
        if (!contract || (contract.accountId !== actor.id && !isSuperUser(actor))) fail(9104)
        if (contract.firstDocumentId && (await modules.payments.isUnderWay(tx, [`document:${contract.firstDocumentId}`]))) fail(9109, { reason: 'a payment is under way' })
        await cancelContract(tx, modules.catalog, contract, 'given-up', clock.now())
        if (contract.accountId !== actor.id) audit(tx, { id: newId(), at: clock.now(), actorId: actor.id, onBehalfOf: contract.accountId, action: 'contract-cancelled', subjectType: 'contract', subjectId: contract.id, stockId: contract.stockId, address: call.address })
      })
      return (await contractFor(db, params.contractId, actor, clock.now())) ?? fail(9104)
    }),
    route(api.markInternal, async (call) => {
      const { actor, params, body } = call
      await call.transact(async (tx) => {
        const contract = await lockContract(tx, params.contractId)
        if (!contract) fail(9104)
        await setInternalUser(tx, contract.id, body.internalUserId, clock.now())
        audit(tx, { id: newId(), at: clock.now(), actorId: actor.id, action: 'contract-marked-internal', subjectType: 'contract', subjectId: contract.id, stockId: contract.stockId, after: { internalUserId: body.internalUserId }, address: call.address })
      })
      return (await contractFor(db, params.contractId, actor, clock.now())) ?? fail(9104)
    }),
  ]
}
