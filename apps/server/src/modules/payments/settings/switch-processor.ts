import type { PaymentProcessor, switchProcessor as endpoint } from '@stowage/api/processors'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { proveSelf } from '../../accounts/index.ts'
import { audited, tell } from './create-processor.ts'
import { lockProcessor, updateProcessor, type ProcessorRow } from './processor-store.ts'
import { describeOne, tellStocks } from './serve-stocks.ts'
import type { SettingsDesk } from './settings-desk.ts'

type Switch = Pick<Call<typeof endpoint, Actor>, 'actor' | 'address' | 'body' | 'params' | 'transact'>

/**
 * Goes live, or takes no payments any more. What is under way goes on in both cases: messages are heard, refunds are made.
 * Live goes only what has passed its last test as it stands, by somebody who proves that it is he.
 * @throws Failure 9104, 9141, 9144; 9150 untested, changed since its test, or failed it
 */
export async function switchProcessor(desk: SettingsDesk, call: Switch): Promise<PaymentProcessor> {
  const { isLive, ownPassword, code } = call.body
  if (!isLive) return await turn(desk, call)
  return await proveSelf(
    desk.platform,
    call.actor,
    { ownPassword, code },
    async (spend) => await turn(desk, call, spend),
  )
}

async function turn(
  desk: SettingsDesk,
  call: Switch,
  spend?: (tx: Tx) => Promise<void>,
): Promise<PaymentProcessor> {
  const { platform } = desk
  const { isLive } = call.body
  return await call.transact(async (tx) => {
    const row = (await lockProcessor(tx, call.params.id)) ?? fail(9104)
    if (row.isLive === isLive) return await describeOne(desk, row.id, tx)
    if (isLive) refuseUntested(row)
    const at = platform.clock.now()
    await updateProcessor(tx, {
      ...row,
      isLive,
      firstLiveAt: row.firstLiveAt ?? (isLive ? at : null),
      updatedAt: at,
    })
    note(tx, platform.clock, authorOf(call), {
      action: isLive ? 'payment-processor-live' : 'payment-processor-paused',
      subjectType: 'payment-processor',
      subjectId: row.id,
      after: audited(row.label, row.settings),
    })
    tell(tx, at, row.id)
    await tellStocks(tx, at, row.id)
    await spend?.(tx)
    return await describeOne(desk, row.id, tx)
  })
}

function refuseUntested({ testResult, testedVersion, version }: ProcessorRow): void {
  if (testResult === null) fail(9150, { params: { by: 'untested' } })
  if (testedVersion !== version) fail(9150, { params: { by: 'retest' } })
  if (testResult.fault !== null) fail(9150, { params: { by: 'failed' } })
}
