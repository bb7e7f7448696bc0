import type { Answer } from '@stowage/api/endpoint'
import type { serveRises as endpoint } from '@stowage/api/rises'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { riseAnnounced } from './events.ts'
import { noticeFacts, refusalOf, riseCase } from './price-rise.ts'
import { findRise, insertRise, lockRisePlans, markServed, markWithdrawn, writeRates } from './rise-store.ts'
import { tell } from './tell.ts'

/**
 * Announces new rents, each of which is served with the mail that is written for it right after the commit (`serveRise`).
 * What cannot be is answered by contract, and the others go on.
 * @throws Failure 9123 where one contract was named and its rent cannot rise like that
 */
export async function announceRises(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const at = clock.now()
  const { items } = call.body
  const plans = new Map(
    (
      await lockRisePlans(
        tx,
        items.map(({ contractId }) => contractId),
      )
    ).map((row) => [row.contractId, row]),
  )
  const answers: Answer<typeof endpoint> = []
  for (const { contractId, rate, from } of items) {
    const row = plans.get(contractId)
    // Named twice, the second is refused: the first is on its way then.
    const isNamedAgain = answers.some((one) => one.contractId === contractId && one.id !== null)
    const wish = { rate, from: Temporal.PlainDate.from(from) }
    const known = row && riseCase(row, at)
    const refusal = known === undefined ? 'notRunning' : isNamedAgain ? 'coming' : refusalOf(known, wish)
    if (row === undefined || known === undefined || refusal !== null) {
      answers.push({ contractId, id: null, refusal })
      continue
    }
    const id = newId()
    const facts = noticeFacts(known, wish)
    await insertRise(tx, id, row, facts, at)
    note(
      tx,
      clock,
      { ...authorOf(call), onBehalfOf: row.accountId },
      {
        action: 'rent-rise-announced',
        subjectType: 'contract',
        subjectId: contractId,
        stockId: row.stockId,
        before: { rate: facts.rateBefore, currency: row.currency },
        after: { rate, currency: row.currency, from, notice: id },
      },
    )
    tell(tx, riseAnnounced, row, at, { riseId: id })
    answers.push({ contractId, id, refusal: null })
  }
  const [only, ...others] = answers
  if (only !== undefined && others.length === 0 && only.refusal !== null)
    fail(9123, { params: { by: only.refusal } })
  return answers
}

/**
 * The mail of a notice is being written in this transaction: from now on the notice counts, and its rate stands in the plan.
 * Written later than it was announced (the mails stood still), the notice days are counted again and the rate may begin a
 * period later; what cannot be any more (the tenant has given notice meanwhile) is dropped and never told.
 * @returns whether the mail is to be written; false where nothing is to be served, or it is served already
 */
export async function serveRise(
  tx: Tx,
  riseId: string,
  { mailId, at }: { readonly mailId: string; readonly at: Temporal.Instant },
): Promise<boolean> {
  const named = await findRise(tx, riseId)
  const [row] = named ? await lockRisePlans(tx, [named.contractId]) : []
  const rise = await findRise(tx, riseId)
  if (!row || !rise || rise.servedAt !== null || rise.withdrawnAt !== null) return false
  const known = riseCase({ ...row, isOnItsWay: false }, at)
  const { from: first, today } = known
  // Not before the day that was announced; a period or term later where that is too soon by now.
  const from =
    first !== null && Temporal.PlainDate.compare(rise.effectiveOn, first) < 0 ? first : rise.effectiveOn
  const refusal = refusalOf(known, { rate: rise.rate, from })
  if (refusal !== null) {
    await markWithdrawn(tx, rise.id, at, refusal)
    return false
  }
  const facts = noticeFacts(known, { rate: rise.rate, from })
  await markServed(tx, rise.id, { facts, mailId, on: today, at })
  await writeRates(tx, rise.planId)
  // Nobody's deed any more: the system writes what was announced.
  note(
    tx,
    { now: () => at },
    { actorId: null, onBehalfOf: rise.accountId },
    {
      action: 'rent-rise-served',
      subjectType: 'contract',
      subjectId: rise.contractId,
      stockId: rise.stockId,
      after: { rate: rise.rate, from: facts.effectiveOn, notice: rise.id, mail: mailId },
    },
  )
  return true
}
