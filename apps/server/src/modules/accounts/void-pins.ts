import { note, type Author } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { FieldFailures } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountChanged } from './events.ts'
import { isOneOf } from './pin.ts'
import { takePins, voidedPinsOf, type SaltedPin } from './void-pin-store.ts'

/**
 * Takes these PINs from their accounts, as far as they are still in force: no list carries them from then on, and their owners cannot
 * set them again.
 * @returns whose PIN was taken
 */
export async function voidPins(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  author: Author,
  pins: readonly SaltedPin[],
): Promise<string[]> {
  const at = clock.now()
  const accountIds = await takePins(tx, pins, at)
  for (const accountId of accountIds) {
    note(tx, clock, author, {
      action: 'account-pin-voided',
      subjectType: 'account',
      subjectId: accountId,
      before: { has_pin: true },
      after: { has_pin: false },
    })
    publish(tx, fact(accountChanged, { aggregate: `account:${accountId}`, at, payload: { accountId } }))
  }
  return accountIds
}

/** Refuses a PIN that was declared void: who has it may still know it. @throws FieldFailures 9211 at `pinCode` */
export async function refuseVoided(db: Database, accountId: string, pin: string): Promise<void> {
  if (await isOneOf(pin, await voidedPinsOf(db, accountId)))
    throw new FieldFailures([{ code: 9211, field: 'pinCode' }])
}
