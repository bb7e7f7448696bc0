import type { recordPayout as endpoint } from '@stowage/api/billing'
import { postPayout } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import { authorOf, note } from '../../platform/audit/author.ts'
import { personal } from '../../platform/audit/personal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Catalog } from '../catalog/index.ts'
import { contractSaleOf, isAccountThere } from './balances-view.ts'
import { takeTenantTurn } from './billing-store.ts'
import { tenantCredit } from './ledger-store.ts'
import { insertPayout } from './payout-store.ts'
import { post } from './post-ledger.ts'

/**
 * A superUser notes that money of a tenant's balance was paid out to him: never more than there is, however many note it at once.
 * @throws Failure 6004; 6006; 9001 `paidOn` for a day to come, `contractId` for another's contract; 9118 for more than the balance
 */
export async function recordPayout(
  { clock, catalog }: { readonly clock: Clock; readonly catalog: Catalog },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<void> {
  const { params, body, actor } = call
  const at = clock.now()
  if (!(await isAccountThere(tx, params.userId))) fail(6004)
  const stock = (await catalog.stockTerms(body.stockId)) ?? fail(6006, { field: 'stockId' })
  const paidOn = Temporal.PlainDate.from(body.paidOn)
  const today = at.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(paidOn, today) > 0) fail(9001, { field: 'paidOn', reason: 'a day to come' })
  const contractId = body.contractId ?? null
  const tenant = { accountId: params.userId, sellerId: stock.seller.id, currency: stock.currency }
  if (contractId !== null && !(await contractSaleOf(tx, { ...tenant, contractId })))
    fail(9001, { field: 'contractId', reason: 'not a contract of this account with this seller' })
  await takeTenantTurn(tx, tenant)
  const balance = await tenantCredit(tx, tenant)
  if (body.amount > balance) fail(9118, { field: 'amount', present: { accountBalance: balance } })
  const id = newId()
  await insertPayout(tx, {
    id,
    ...tenant,
    stockId: stock.id,
    contractId,
    amount: body.amount,
    method: body.method,
    reference: body.reference ?? null,
    paidOn,
    recordedAt: at,
    recordedById: actor.id,
  })
  await post(tx, [
    {
      // By hand, as money that is marked as paid comes in by hand.
      posting: postPayout('manual', money(body.amount, stock.currency)),
      facts: {
        reason: 'payout',
        accountHolderId: tenant.accountId,
        sellerId: tenant.sellerId,
        stockId: stock.id,
        contractId: contractId ?? undefined,
        paymentId: id,
        businessDay: paidOn,
        recordedAt: at,
      },
    },
  ])
  note(
    tx,
    { now: () => at },
    { ...authorOf(call), onBehalfOf: params.userId },
    {
      action: 'payout-recorded',
      subjectType: 'account',
      subjectId: params.userId,
      stockId: stock.id,
      before: { balance, currency: stock.currency },
      after: {
        payoutId: id,
        amount: body.amount,
        method: body.method,
        reference: personal(params.userId, body.reference),
        paidOn: body.paidOn,
        contractId,
      },
    },
  )
}
