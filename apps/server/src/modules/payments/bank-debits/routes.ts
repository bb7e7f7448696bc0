import * as api from '@stowage/api/debit-batches'
import { earliestCollection } from '@stowage/domain/bank-debit'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { route, type Call, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Job } from '../../../platform/ticker.ts'
import { debitsOfBatch, lockBankDebit } from './bank-debit-store.ts'
import { debitBatch, debitBatches } from './debit-batch-view.ts'
import { returnDebit, settleDebit } from './decide-debit.ts'
import { lockedBatch, makeBatch, refuseBatch, withdrawBatch } from './make-batch.ts'
import { sendBatch } from './send-batch.ts'
import { voidUnused } from './void-mandates.ts'

type Whole = NonNullable<Awaited<ReturnType<typeof debitBatch>>>

/** Files of direct debits: a superUser makes and fetches them. */
export function bankDebitRoutes(platform: Platform): Route[] {
  const { db, clock } = platform
  const whole = async (tx: Tx, id: string): Promise<Whole> => (await debitBatch(tx, id)) ?? fail(9104)
  return [
    route(
      api.listDebitBatches,
      async ({ query }) => await debitBatches(db, Number(query.page ?? 1), earliestCollection(clock.now())),
    ),
    route(api.readDebitBatch, async ({ params }) => (await debitBatch(db, params.id)) ?? fail(9104)),
    route(
      api.makeDebitBatch,
      async (call) => await call.transact(async (tx) => await whole(tx, await makeBatch(platform, tx, call))),
    ),
    route(
      api.fetchDebitFile,
      async (call) => await platform.transact(async (tx) => await sendBatch(platform, tx, call)),
    ),
    route(api.withdrawDebitBatch, async (call) => await changed(call, withdrawBatch)),
    route(api.refuseDebitBatch, async (call) => await changed(call, refuseBatch)),
    route(api.settleDebitBatch, async (call) => await changed(call, settleByHand)),
    route(api.returnBankDebit, async (call) => await changed(call, returnByHand)),
  ]

  async function changed<C extends Call<typeof api.withdrawDebitBatch, Actor>>(
    call: C,
    change: (platform: Platform, tx: Tx, call: C) => Promise<void>,
  ): Promise<Whole> {
    return await call.transact(async (tx) => {
      await change(platform, tx, call)
      return await whole(tx, call.params.id)
    })
  }
}

/**
 * Of a bank whose statement names neither file nor debit, somebody has seen the money. Of a file with several days it is the parts
 * that were to be collected by that day.
 * @throws Failure 9104; 9153 `notSent`, `over`, `future`
 */
async function settleByHand(
  platform: Platform,
  tx: Tx,
  call: Call<typeof api.settleDebitBatch, Actor>,
): Promise<void> {
  const { clock } = platform
  const batch = await lockedBatch(tx, call.params.id)
  if (batch.state !== 'sent') fail(9153, { params: { by: batch.state === 'made' ? 'notSent' : 'over' } })
  const decision = { on: dayOf(platform, call.body.day), entryId: null, at: clock.now() }
  const settled: string[] = []
  const pending = (await debitsOfBatch(tx, batch.id)).filter(({ status }) => status === 'pending')
  const due = pending.filter(
    ({ collectOn }) => collectOn !== null && Temporal.PlainDate.compare(collectOn, decision.on) <= 0,
  )
  if (due.length === 0 && pending.length > 0) fail(9153, { field: 'day', params: { by: 'future' } })
  for (const debit of due) if (await settleDebit(tx, debit, decision)) settled.push(debit.paymentId)
  note(tx, clock, authorOf(call), {
    action: 'debits-settled',
    subjectType: 'debit-batch',
    subjectId: batch.id,
    after: { day: call.body.day, debits: settled },
  })
}

/** The same of one that came back. @throws Failure 9104; 9153 `notSent`, `decided` */
async function returnByHand(
  platform: Platform,
  tx: Tx,
  call: Call<typeof api.returnBankDebit, Actor>,
): Promise<void> {
  const { clock } = platform
  const { paymentId, code, day } = call.body
  const batch = await lockedBatch(tx, call.params.id)
  if (batch.state !== 'sent' && batch.state !== 'settled') fail(9153, { params: { by: 'notSent' } })
  const debit = await lockBankDebit(tx, paymentId)
  if (debit?.batchId !== batch.id) fail(9104)
  const decision = { on: dayOf(platform, day), entryId: null, at: clock.now() }
  if (!(await returnDebit(tx, debit, code, decision))) fail(9153, { params: { by: 'decided' } })
  note(tx, clock, authorOf(call), {
    action: 'debit-returned',
    subjectType: 'debit-batch',
    subjectId: batch.id,
    after: { paymentId, code, day },
  })
}

/** @throws Failure 9153 `future` */
function dayOf({ clock }: Platform, text: string): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(text)
  const today = clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
  if (Temporal.PlainDate.compare(day, today) > 0) fail(9153, { field: 'day', params: { by: 'future' } })
  return day
}

export function bankDebitJobs(platform: Platform): Job[] {
  return [
    {
      name: 'void-unused-mandates',
      everySeconds: 3600,
      run: async (stopping) => await voidUnused(platform, stopping),
    },
  ]
}
