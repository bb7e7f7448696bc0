import * as api from '@stowage/api/refunds'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Answer } from '@stowage/api/endpoint'
import { handleDispute } from './handle-dispute.ts'
import type { Desk } from './desk.ts'
import { lockPayment } from './payment-store.ts'
import { askRefund, refundable, sendRefund } from './refund-payment.ts'
import { disputes, refundsOf } from './refund-view.ts'

/** Money that goes back: refunds that staff ask for, and what payers' banks ask back. */
export function refundRoutes(desk: Desk): Route[] {
  const { platform } = desk
  const readIn = async (tx: Tx, paymentId: string): Promise<Answer<typeof api.readRefunds>> => {
    const row = (await lockPayment(tx, paymentId)) ?? fail(9104)
    const isOnline = desk.processors.named(row.cabinet) !== undefined
    const left = isOnline ? (await refundable(tx, row)).amount : 0
    return { refundable: left, currency: row.amount.currency, refunds: await refundsOf(tx, paymentId) }
  }
  const read = async (paymentId: string): Promise<Answer<typeof api.readRefunds>> =>
    await platform.transact(async (tx) => await readIn(tx, paymentId))
  return [
    route(api.readRefunds, async ({ params }) => await read(params.paymentId)),
    route(api.refundPayment, async (call) => {
      const { paymentId } = call.params
      const { amount, reason } = call.body
      if (amount === 0) throw new FieldFailures([{ code: 1005, field: 'amount' }])
      let refundId = ''
      await call.transact(async (tx) => {
        const refund = await askRefund(desk, tx, { paymentId, amount, reason, askedById: call.actor.id })
        note(
          tx,
          platform.clock,
          { ...authorOf(call), onBehalfOf: refund.accountId },
          {
            action: 'payment-refunded',
            subjectType: 'payment',
            subjectId: paymentId,
            stockId: refund.stockId,
            after: { amount, currency: refund.amount.currency, refundId: refund.refundId },
          },
        )
        refundId = refund.refundId
        // The answer of a repetition, should this process end before the processor has answered.
        return await readIn(tx, paymentId)
      })
      await sendRefund(desk, refundId)
      return await call.keep(await read(paymentId))
    }),
    route(
      api.listDisputes,
      async ({ query }) =>
        await disputes(platform.db, { page: Number(query.page ?? 1), state: query.state ?? undefined }),
    ),
    route(
      api.handleDispute,
      async (call) => await call.transact(async (tx) => await handleDispute(desk, tx, call)),
    ),
  ]
}
