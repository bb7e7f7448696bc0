import { sql } from 'kysely'
import { isPin } from '@stowage/lsp/pin'
import { note, type Author } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { FieldFailures } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountChanged } from './events.ts'
import { pinForSites } from './pin.ts'

/** A PIN by its salt, which each setting of a PIN draws. */
export interface SaltedPin {
  readonly accountId: string
  readonly salt: string
}

/** Void PINs of one account that are remembered: trying one costs a tenth of a second. */
const REMEMBERED = 5

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
  // In the order of their ids, as all who lock several accounts.
  const { rows } = await sql<{ id: string }>`
    with due as (
      select a.id from account a
       where a.deleted_at is null and (a.id, split_part(a.pin_hash, '$', 2)) in
             (select * from unnest(${pins.map(({ accountId }) => accountId)}::text[], ${pins.map(({ salt }) => salt)}::text[]))
       order by a.id for update of a
    )
    update account a
       set pin_hash = null, voided_pins = (array_prepend(a.pin_hash, a.voided_pins))[1:${sql.lit(REMEMBERED)}],
           updated_at = greatest(${at.toString()}::timestamptz, a.updated_at + interval '1 millisecond')
      from due where a.id = due.id returning a.id`.execute(tx)
  const ids = rows.map(({ id }) => id).sort()
  for (const accountId of ids) {
    note(tx, clock, author, {
      action: 'account-pin-voided',
      subjectType: 'account',
      subjectId: accountId,
      before: { has_pin: true },
      after: { has_pin: false },
    })
    publish(tx, fact(accountChanged, { aggregate: `account:${accountId}`, at, payload: { accountId } }))
  }
  return ids
}

/** Refuses a PIN that was declared void: who has it may still know it. @throws FieldFailures 9211 at `pinCode` */
export async function refuseVoided(db: Database, accountId: string, pin: string): Promise<void> {
  const row = await db
    .selectFrom('account')
    .select('voided_pins')
    .where('id', '=', accountId)
    .executeTakeFirst()
  for (const stored of row?.voided_pins ?? []) {
    const hashed = pinForSites(stored)
    if (hashed && (await isPin(pin, hashed))) throw new FieldFailures([{ code: 9211, field: 'pinCode' }])
  }
}
