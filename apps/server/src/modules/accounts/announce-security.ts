import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer, type Sealer } from '../../platform/seal.ts'
import { accountSecured, type ChangedBy, type SecurityChange } from './events.ts'

const sealerOf = ({ config }: Pick<Platform, 'config'>): Sealer =>
  createSealer(config.secrets.storageKey, 'former addresses')

interface Change {
  readonly accountId: string
  readonly what: SecurityChange
  readonly by: ChangedBy
  /** Of a new e-mail: the address that the account had. */
  readonly formerEmail?: string
}

/** Its owner gets a mail: a change that he knows nothing of is the first sign of a stolen account. */
export function announceSecurity(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { accountId, what, by, formerEmail }: Change,
): void {
  publish(
    tx,
    fact(accountSecured, {
      aggregate: `account:${accountId}`,
      at: platform.clock.now(),
      payload: {
        accountId,
        what,
        by,
        ...(formerEmail === undefined
          ? {}
          : { formerAddress: sealerOf(platform).sealText(formerEmail, accountId) }),
      },
    }),
  )
}

/** Whether the owner did it himself; who acts as him is staff. */
export const changedBy = (actor: Pick<Actor, 'id' | 'impersonatedBy'>, accountId: string): ChangedBy =>
  actor.id === accountId && actor.impersonatedBy === null ? 'owner' : 'staff'

/** The address that an account had before; undefined once its mail is written. */
export const openFormerAddress = (
  platform: Pick<Platform, 'config'>,
  { accountId, formerAddress }: { readonly accountId: string; readonly formerAddress?: string },
): string | undefined =>
  formerAddress === undefined ? undefined : sealerOf(platform).openText(formerAddress, accountId)
