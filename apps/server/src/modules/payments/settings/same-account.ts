import type { Processor } from '../processor.ts'
import type { ProcessorRow, TestResult } from './processor-store.ts'
import { witnessOf } from './serving-view.ts'
import type { SettingsDesk } from './settings-desk.ts'

/** An account and whether it moves real money: what was paid in the one is unknown in the other. */
export const accountKey = ({ accountId, isTest }: Pick<TestResult, 'accountId' | 'isTest'>): string | null =>
  accountId == null ? null : isTest === true ? `${accountId} test` : accountId

/**
 * Whether settings that open an account open another one than those in whose place they come. Pages, payments, refunds, disputes and
 * saved methods of the former could be asked about no more: a processor is one account for its whole life, another account is
 * another processor. Told by the account's own name; where that is not told, or may have been changed (a cabinet moves to another
 * host), by whether a payment of ours is known there.
 * @throws ProcessorError
 */
export async function isOtherAccount(
  { platform }: Pick<SettingsDesk, 'platform'>,
  { id, accountId: former }: Pick<ProcessorRow, 'id' | 'accountId'>,
  now: string | null,
  processor: Processor,
): Promise<boolean> {
  if (former !== null && former === now) return false
  const { outsideId, hasOpenPage } = await witnessOf(platform.db, id)
  if (outsideId !== null) return (await processor.payment(outsideId)) === undefined
  // Nothing was ever paid there: only a page that somebody may still pay on would be lost.
  return former !== null && now !== null && hasOpenPage
}
