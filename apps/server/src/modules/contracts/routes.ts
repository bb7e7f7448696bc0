import * as api from '@stowage/api/contracts'
import * as privacy from '@stowage/api/privacy'
import * as tables from '@stowage/api/table-imports'
import { errorText } from '@stowage/texts/errors/index.ts'
import { audit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { auditedAs, isSuperUser, refuseUnseen } from '../../platform/http/actor.ts'
import { route, sent, type Route } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { cancelContract } from './change-status.ts'
import { closeContract } from './close-contract.ts'
import { accountWasThere, contractFor, contractsOfAccount } from './contract-view.ts'
import { lockContract } from './contract-store.ts'
import { deleteAccount } from './delete-account.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { extendContract } from './extend-contract.ts'
import { giveNotice, withdrawNotice } from './give-notice.ts'
import { markInternal } from './mark-internal.ts'
import { openMoveOut } from './open-move-out.ts'
import { planLeaving } from './plan-leaving.ts'
import { previewClosing, previewLeaving } from './preview-closing.ts'
import { sendLeasePdf } from './send-lease-pdf.ts'
import { importRunning, previewRunning } from './take-over-contracts.ts'
import { setAgreements } from './set-agreements.ts'
import { previewTransfer, transferContract } from './transfer-contract.ts'
import { readImports, undoImport } from './undo-import.ts'

export function contractRoutes(
  platform: Platform,
  modules: { accounts: Accounts; catalog: Catalog; payments: Payments },
): Route[] {
  const { db, clock } = platform
  return [
    route(
      api.getContract,
      async ({ params, actor }) =>
        (await contractFor(db, params.contractId, actor, clock.now())) ??
        refuseUnseen(actor, 'contracts.read'),
    ),
    route(api.listUserContracts, async ({ params, query, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      if (!(await accountWasThere(db, params.userId))) fail(6004)
      return await contractsOfAccount(db, params.userId, query.status ?? 'all', actor, clock.now())
    }),
    // Looking changes nothing: platform.transact, because a kept answer would be an old one.
    route(
      tables.previewRunningContracts,
      async ({ body, language }) =>
        await previewRunning(platform, modules, body, (code, params) => errorText(code, language, params)),
    ),
    route(tables.importRunningContracts, async (call) => await importRunning(platform, modules, call)),
    route(
      tables.listContractImports,
      async ({ params }) => await readImports(db, modules.catalog, params.stockId),
    ),
    route(
      tables.undoContractImport,
      async (call) =>
        await call.transact(async (tx) => await undoImport({ clock }, modules.catalog, tx, call)),
    ),
    route(
      api.setAgreements,
      async (call) => await call.transact(async (tx) => await setAgreements({ clock }, tx, call)),
    ),
    route(api.contractPdf, async (call) => {
      await sendLeasePdf(platform, call)
      return sent
    }),
    // The answer is read inside: under an Idempotency-Key it is kept with what was done.
    route(api.cancelContract, async (call) => {
      const { actor, params } = call
      return await call.transact(async (tx) => {
        const contract = await lockContract(tx, params.contractId)
        if (!contract || (contract.accountId !== actor.id && !isSuperUser(actor))) fail(9104)
        if (
          contract.firstDocumentId &&
          (await modules.payments.isUnderWay(tx, [`document:${contract.firstDocumentId}`]))
        )
          fail(9109, { reason: 'a payment is under way' })
        await cancelContract(tx, modules.catalog, contract, 'given-up', clock.now())
        if (contract.accountId !== actor.id || actor.impersonatedBy !== null)
          audit(tx, {
            id: newId(),
            at: clock.now(),
            ...auditedAs(actor),
            onBehalfOf: contract.accountId,
            action: 'contract-cancelled',
            subjectType: 'contract',
            subjectId: contract.id,
            stockId: contract.stockId,
            before: { status: contract.status },
            after: { status: 'cancelled' },
            address: call.address,
          })
        return (await contractFor(tx, params.contractId, actor, clock.now())) ?? fail(9104)
      })
    }),
    route(
      api.extendContract,
      async (call) => await call.transact(async (tx) => await extendContract({ clock }, tx, call)),
    ),
    route(
      api.giveNotice,
      async (call) => await call.transact(async (tx) => await giveNotice({ clock }, tx, call)),
    ),
    route(
      api.previewLeaving,
      async (call) => await platform.transact(async (tx) => await previewLeaving({ clock }, tx, call)),
    ),
    route(
      api.withdrawNotice,
      async (call) => await call.transact(async (tx) => await withdrawNotice({ clock }, tx, call)),
    ),
    route(
      api.planLeaving,
      async (call) => await call.transact(async (tx) => await planLeaving({ clock }, tx, call)),
    ),
    route(
      api.previewClosing,
      async (call) => await platform.transact(async (tx) => await previewClosing({ clock }, tx, call)),
    ),
    route(
      api.closeContract,
      async (call) =>
        await call.transact(async (tx) => await closeContract({ clock, catalog: modules.catalog }, tx, call)),
    ),
    route(
      api.previewTransfer,
      async (call) =>
        await platform.transact(
          async (tx) => await previewTransfer({ clock, catalog: modules.catalog }, tx, call),
        ),
    ),
    route(
      api.transferContract,
      async (call) =>
        await call.transact(
          async (tx) => await transferContract({ clock, catalog: modules.catalog }, tx, call),
        ),
    ),
    route(
      api.openMoveOut,
      async (call) => await call.transact(async (tx) => await openMoveOut({ clock }, tx, call)),
    ),
    route(api.deleteUser, async (call) => {
      return await call.transact(async (tx) => {
        await deleteAccount({ clock }, tx, call)
        return {}
      })
    }),
    route(
      privacy.previewErasure,
      async (call) => await platform.transact(async (tx) => await previewErasure(tx, call)),
    ),
    route(
      privacy.erasePerson,
      async (call) => await call.transact(async (tx) => await erasePerson(platform, modules, tx, call)),
    ),
    route(
      api.markInternal,
      async (call) => await call.transact(async (tx) => await markInternal({ clock }, tx, call)),
    ),
  ]
}
