import { machineNow } from '../../platform/clock.ts'
import { audit, type Tx } from '../../platform/database/transaction.ts'
import { auditedAs, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccount, nextGeneration, type AccountRow } from './account-store.ts'
import { announceSecurity, changedBy } from './announce-security.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { endFamiliesOf, useResetsOf } from './session-store.ts'

interface NewPassword {
  readonly account: AccountRow
  readonly passwordHash: string
  /** Who sets it; null where the code of a mail does. */
  readonly by: Actor | null
  /** The sign-in in which the owner does it himself: the only one that goes on. */
  readonly keepFamilyId?: string | undefined
  readonly at: Temporal.Instant
  readonly address: string
}

/** Sets a password; the account is locked. All other sessions of the account end, and links under way become void. */
export async function setPassword(tx: Tx, parts: Pick<Parts, 'platform'>, given: NewPassword): Promise<void> {
  const { account, by, at } = given
  await changeAccount(tx, account.id, { password_hash: given.passwordHash })
  const families = await endFamiliesOf(tx, account.id, machineNow(), given.keepFamilyId)
  // Without a session to keep, every token goes, also those of somebody who acts as this user.
  if (given.keepFamilyId === undefined) await nextGeneration(tx, account.id)
  await useResetsOf(tx, account.id, machineNow())
  announceEnded(tx, parts, account.id, families)
  announceSecurity(tx, parts.platform, {
    accountId: account.id,
    what: 'password',
    by: by === null ? 'owner' : changedBy(by, account.id),
  })
  if (by && by.id !== account.id) {
    audit(tx, {
      id: newId(),
      at,
      ...auditedAs(by),
      action: 'password-set',
      subjectType: 'account',
      subjectId: account.id,
      address: given.address,
    })
  }
}
