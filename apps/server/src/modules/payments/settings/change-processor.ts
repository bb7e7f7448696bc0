import { changePayKeeper, type PaymentProcessor } from '@stowage/api/processors'
import type { Body } from '@stowage/api/endpoint'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { refuseStale } from '../../../platform/http/stale.ts'
import { merged } from '../../../platform/merged.ts'
import { proveSelf } from '../../accounts/index.ts'
import { refuseImpossible } from './check-settings.ts'
import { audited, labelled, sealAll, tell, withPlainUrl, type NewProcessor } from './create-processor.ts'
import { findProcessor, lockProcessor, updateProcessor, type ProcessorRow } from './processor-store.ts'
import { formerSecret, type SealedSecrets } from './sealed-secrets.ts'
import { describeOne, tellStocks } from './serve-stocks.ts'
import type { SettingsDesk } from './settings-desk.ts'
import { tryOut, withTest } from './test-processor.ts'

export interface ProcessorChanges {
  readonly kind: ProcessorRow['settings']['kind']
  readonly label?: string | undefined
  /** Those of its kind; undefined stays. */
  readonly settings: object
  readonly secrets: NewProcessor['secrets']
  /** Messages signed with the former webhook secret are refused from now on. */
  readonly dropsFormerSecret?: boolean
}

type Proof = Pick<Body<typeof changePayKeeper>, 'ownPassword' | 'code' | 'updated'>

/**
 * Changes a processor. What connects it, or says what it takes, has to pass a test anew; of one that is or was live it is
 * tested before it is kept, so that a slip in a key stops nobody's payments, and keys of another account are refused; whoever
 * changes a live one proves that it is he: this turns where money goes.
 * @throws Failure 9104, 9109 with the present record, 9114, 9141, 9144; 9150, also with the fault of the test
 */
export async function changeProcessor(
  desk: SettingsDesk,
  call: Pick<Call<typeof changePayKeeper, Actor>, 'actor' | 'transact' | 'address'>,
  id: string,
  changes: ProcessorChanges,
  { updated, ...proof }: Proof,
): Promise<PaymentProcessor> {
  const { platform } = desk
  const before = await findProcessor(platform.db, id)
  if (before === undefined || before.retiredAt !== null || before.settings.kind !== changes.kind)
    return fail(9104)
  await refuseStaleOf(desk, before, updated)
  const after = changed(desk, before, changes)
  if (after === null) return await call.transact(async (tx) => await describeOne(desk, id, tx))
  const keep = async (row: ProcessorRow, spend?: (tx: Tx) => Promise<void>): Promise<PaymentProcessor> =>
    await call.transact(async (tx) => {
      const stored = (await lockProcessor(tx, id)) ?? fail(9104)
      // What is written was made from what was read: somebody who was quicker is not written over.
      if (stored.version !== before.version || !isSame(stored.updatedAt, before.updatedAt))
        await refuseStaleOf(desk, stored, before.updatedAt?.toString() ?? null, true)
      const at = platform.clock.now()
      await labelled(
        updateProcessor(tx, {
          ...row,
          isLive: stored.isLive,
          firstLiveAt: stored.firstLiveAt,
          updatedAt: at,
          ...(row.version === stored.version ? testOf(stored) : {}),
        }),
      )
      note(tx, platform.clock, authorOf(call), {
        action: 'payment-processor-changed',
        subjectType: 'payment-processor',
        subjectId: id,
        before: audited(before.label, before.settings),
        after: audited(row.label, row.settings, Object.keys(changes.secrets)),
      })
      tell(tx, at, id)
      await tellStocks(tx, at, id)
      await spend?.(tx)
      return await describeOne(desk, id, tx)
    })
  if (before.firstLiveAt === null || after.version === before.version) return await keep(after)
  // Also of a paused one: what it has taken is refunded and asked about with these keys.
  const tested = async (spend?: (tx: Tx) => Promise<void>): Promise<PaymentProcessor> => {
    const result = await tryOut(desk, after)
    if (result.fault !== null) fail(9150, { params: { by: result.fault } })
    return await keep(withTest(after, result), spend)
  }
  return before.isLive ? await proveSelf(platform, call.actor, proof, tested) : await tested()
}

const testOf = ({ testedAt, testedVersion, testResult, passedVersion, accountId }: ProcessorRow) => ({
  testedAt,
  testedVersion,
  testResult,
  passedVersion,
  accountId,
})

const isSame = (one: Temporal.Instant | null, other: Temporal.Instant | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

async function refuseStaleOf(
  desk: SettingsDesk,
  stored: ProcessorRow,
  updated: string | null | undefined,
  isCertain = false,
): Promise<void> {
  await refuseStale(
    changePayKeeper,
    stored.updatedAt,
    updated,
    async () => await describeOne(desk, stored.id),
  )
  // The same instant twice, as business time that stands still gives: the version tells.
  if (isCertain) fail(9109)
}

/** The row as it would be; null where nothing is different. @throws Failure 1005, 9114, 9150 */
function changed(
  desk: Pick<SettingsDesk, 'platform' | 'sealer'>,
  before: ProcessorRow,
  { label, settings: given, secrets: fresh, dropsFormerSecret }: ProcessorChanges,
): ProcessorRow | null {
  const settings = withPlainUrl(merged(before.settings, given))
  refuseImpossible(desk.platform.config, settings)
  const sealed = sealAll(desk, before.id, fresh)
  const hasSecrets = Object.keys(sealed).length > 0
  const secrets: SealedSecrets = { ...before.secrets, ...formerOf(desk, before, sealed), ...sealed }
  const { formerWebhookSecret: _dropped, ...withoutFormer } = secrets
  const isConnection = hasSecrets || JSON.stringify(settings) !== JSON.stringify(before.settings)
  const after: ProcessorRow = {
    ...before,
    label: label ?? before.label,
    settings,
    secrets: dropsFormerSecret === true ? withoutFormer : secrets,
    version: before.version + (isConnection ? 1 : 0),
  }
  return JSON.stringify(after) === JSON.stringify(before) ? null : after
}

/** What is under way is still signed with the old secret, and Stripe repeats it for three days. */
function formerOf(
  { sealer }: Pick<SettingsDesk, 'sealer'>,
  before: ProcessorRow,
  sealed: SealedSecrets,
): SealedSecrets {
  if (sealed.webhookSecret === undefined) return {}
  try {
    const former = formerSecret(sealer, before.id, before.secrets)
    return former === undefined ? {} : { formerWebhookSecret: former }
  } catch {
    // Sealed with another storage key: there is nothing to go on with, and the new one is typed just now.
    return {}
  }
}
