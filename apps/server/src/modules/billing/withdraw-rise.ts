import type { withdrawRise as endpoint } from '@stowage/api/rises'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { riseWithdrawn } from './events.ts'
import { findRise, lockRisePlans, markWithdrawn, writeRates } from './rise-store.ts'
import { riseNotice, type RiseNotice } from './rise-view.ts'
import { tell } from './tell.ts'

/**
 * Takes a notice of a new rent back while no invoice bears it: the rate before it goes on, and a tenant who was told is told so.
 * @throws Failure 9104; 9124 where it is withdrawn already, in force, or invoiced ahead
 */
export async function withdrawRise(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<RiseNotice> {
  const at = clock.now()
  const { id } = call.params
  const named = (await findRise(tx, id)) ?? fail(9104)
  const [plan] = await lockRisePlans(tx, [named.contractId])
  const rise = (await findRise(tx, id)) ?? fail(9104)
  if (plan === undefined) fail(9104)
  if (rise.withdrawnAt !== null) fail(9124, { params: { by: 'withdrawn' } })
  const today = at.toZonedDateTimeISO(plan.timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(rise.effectiveOn, today) <= 0) fail(9124, { params: { by: 'inForce' } })
  const isInvoiced =
    plan.billedUntil !== null && Temporal.PlainDate.compare(plan.billedUntil, rise.effectiveOn) > 0
  if (isInvoiced) fail(9124, { params: { by: 'invoiced' } })
  await markWithdrawn(tx, id, at)
  if (rise.servedAt !== null) {
    await writeRates(tx, rise.planId)
    tell(tx, riseWithdrawn, rise, at, { riseId: id })
  }
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: rise.accountId },
    {
      action: 'rent-rise-withdrawn',
      subjectType: 'contract',
      subjectId: rise.contractId,
      stockId: rise.stockId,
      before: { rate: rise.rate, from: rise.effectiveOn.toString(), notice: id },
    },
  )
  return (await riseNotice(tx, id, at)) ?? fail(9104)
}
