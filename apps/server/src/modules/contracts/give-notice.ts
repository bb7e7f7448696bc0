import type { giveNotice as giving, withdrawNotice as withdrawing } from '@stowage/api/contracts'
import { readLocalMoment } from '@stowage/api/fields'
import { leavingDays, mayGiveNotice, noticeRules } from '@stowage/domain/notice'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { leaveToSource } from './ask-source.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { noticeGiven, noticeWithdrawn } from './events.ts'
import { noteLeaving } from './note-leaving.ts'
import { noteUnlessOwn, ownRunning } from './own-running.ts'
import { tell } from './tell.ts'

/**
 * The tenant says when the box will be empty. An open-ended contract ends on that day and is billed up to it (decision 17).
 * @throws as `ownRunning`; Failure 9117 before it is offered; 9001 `leaveDate` for a moment that is past, before the earliest
 *   leaving day or behind the end
 */
export async function giveNotice(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof giving, Actor>,
): Promise<ContractAnswer> {
  const at = clock.now()
  const contract = await ownRunning(tx, call.actor, { ...call.params, ...call.body })
  const now = at.toZonedDateTimeISO(contract.timeZone)
  const facts = {
    ...contract,
    endDay: contract.isOpenEnded ? null : contract.endDay,
    ...noticeRules(contract.terms),
  }
  // Who runs the house may note it at any time: a tenant who says so at the desk has said so.
  if (!isSuperUser(call.actor) && !mayGiveNotice(facts, now.toPlainDate()))
    fail(9117, { params: { by: 'noticeTooEarly' } })
  const { day, time } = readLocalMoment(call.body.leaveDate) ?? fail(1005, { field: 'leaveDate' })
  const leaving = { day: Temporal.PlainDate.from(day), time: Temporal.PlainTime.from(time) }
  const { from, until } = leavingDays(facts, now.toPlainDate())
  const isOutside =
    Temporal.PlainDate.compare(leaving.day, from) < 0 ||
    (until !== null && Temporal.PlainDate.compare(leaving.day, until) > 0)
  const moment = leaving.day.toPlainDateTime(leaving.time)
  if (isOutside || Temporal.PlainDateTime.compare(moment, now.toPlainDateTime()) < 0)
    fail(9001, { field: 'leaveDate', reason: 'not a day on which this contract can be left' })
  if (contract.isExternal)
    return await leaveToSource(tx, call, contract, at, { kind: 'notice', day, payload: { time } })
  await noteLeaving(tx, contract, leaving, at)
  noteUnlessOwn(tx, call, contract, at, {
    action: 'notice-given',
    before: { plannedLeaveDate: contract.plannedLeaveDay?.toString() ?? null },
    after: { plannedLeaveDate: day, time },
  })
  tell(tx, noticeGiven, contract, at, { day, time })
  return (await contractFor(tx, contract.id, call.actor, at)) ?? fail(6005)
}

/**
 * Notice is taken back, until the day it names: the contract goes on as if it had not been given.
 * @throws as `ownRunning`; Failure 9117 where there is none, or its day is past
 */
export async function withdrawNotice(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof withdrawing, Actor>,
): Promise<ContractAnswer> {
  const at = clock.now()
  const contract = await ownRunning(tx, call.actor, { ...call.params, ...call.query })
  const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate()
  if (contract.plannedLeaveDay === null) fail(9117, { params: { by: 'noNotice' } })
  const isOver = contract.isOpenEnded && contract.status === 'ended'
  if (isOver || Temporal.PlainDate.compare(contract.plannedLeaveDay, today) < 0)
    fail(9117, { params: { by: 'noticePast' } })
  if (contract.isExternal)
    return await leaveToSource(tx, call, contract, at, { kind: 'notice', payload: { withdrawn: true } })
  await noteLeaving(tx, contract, null, at)
  noteUnlessOwn(tx, call, contract, at, {
    action: 'notice-withdrawn',
    before: { plannedLeaveDate: contract.plannedLeaveDay.toString() },
    after: { plannedLeaveDate: null },
  })
  tell(tx, noticeWithdrawn, contract, at, {})
  return (await contractFor(tx, contract.id, call.actor, at)) ?? fail(6005)
}
