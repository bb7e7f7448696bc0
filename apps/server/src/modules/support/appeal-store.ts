import { sql } from 'kysely'
import type { SizeGroup } from '@stowage/domain/box'
import type { Tx } from '../../platform/database/transaction.ts'
import { emailKeyOf } from '../accounts/index.ts'

export interface NewAppeal {
  readonly id: string
  readonly accountId: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly type: 'callback' | 'message' | 'availability'
  readonly message: string
  /** As it was typed. */
  readonly details: Readonly<Record<string, unknown>>
  /** What it was found to be. */
  readonly stockId: string | null
  readonly cityId: string | null
  readonly sizeGroup: SizeGroup | null
  readonly language: string
  /** Two pending requests with the same are one. */
  readonly sameAs: string
  readonly at: Temporal.Instant
}

/** Its id, and whether it is new: the same request that waits already is this one. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<{ id: string; isNew: boolean }> {
  for (;;) {
    const made = await tx
      .insertInto('appeal')
      .values({
        id: appeal.id,
        account_id: appeal.accountId,
        name: appeal.name,
        phone: appeal.phone,
        email: appeal.email,
        type: appeal.type,
        status: 'pending',
        message: appeal.message,
        details: JSON.stringify(appeal.details),
        stock_id: appeal.stockId,
        city_id: appeal.cityId,
        size_group: appeal.sizeGroup,
        language: appeal.language,
        same_as: appeal.sameAs,
        created_at: appeal.at,
      })
      // Written out: with a parameter in its place the partial index is no longer found once the statement has a plan of its own.
      .onConflict((conflict) =>
        conflict.column('same_as').where('status', '=', sql.lit('pending')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (made) return { id: made.id, isNew: true }
    const { rows } = await sql<{ id: string }>`
      select id from appeal where same_as = ${appeal.sameAs} and status = 'pending'`.execute(tx)
    // Handled between the two statements it waits no more, and this one is new after all.
    if (rows[0]) return { id: rows[0].id, isNew: false }
  }
}

export interface StoredAppeal {
  readonly id: string
  readonly accountId: string | null
  readonly type: 'callback' | 'message' | 'availability'
  readonly status: 'pending' | 'handled'
  readonly stockId: string | null
  readonly cityId: string | null
  readonly sizeGroup: SizeGroup | null
  readonly email: string | null
  readonly note: string | null
  readonly handledById: string | null
  readonly offeredAt: Temporal.Instant | null
}

/** The row, locked until the transaction ends; of another stock than the caller's own it is not there. */
export async function lockAppeal(
  tx: Tx,
  id: string,
  ofStock: string | null,
): Promise<StoredAppeal | undefined> {
  const { rows } = await sql<StoredAppeal>`
    select id, account_id as "accountId", type, status, stock_id as "stockId", city_id as "cityId", size_group as "sizeGroup", email, note, handled_by_id as "handledById", offered_at as "offeredAt"
      from appeal where id = ${id} and (${ofStock}::text is null or stock_id is null or stock_id = ${ofStock}) for update`.execute(
    tx,
  )
  return rows[0]
}

export async function markHandled(
  tx: Tx,
  id: string,
  by: { readonly actorId: string; readonly note: string | null; readonly at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('appeal')
    .set({ status: 'handled', handled_at: by.at, handled_by_id: by.actorId, note: by.note })
    .where('id', '=', id)
    .execute()
}

/** It waits again, at its old place; what is the same now may wait beside it. */
export async function markPending(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('appeal')
    .set({
      status: 'pending',
      handled_at: null,
      handled_by_id: null,
      offered_at: null,
      offered_stock_id: null,
      offer_ends_at: null,
      booked_at: null,
      same_as: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function markOffered(
  tx: Tx,
  id: string,
  offer: { readonly stockId: string; readonly at: Temporal.Instant; readonly endsAt: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('appeal')
    .set({ offered_at: offer.at, offered_stock_id: offer.stockId, offer_ends_at: offer.endsAt })
    .where('id', '=', id)
    .execute()
}

/** The offers of that stock to an account, or to its address, which nobody has taken yet. @returns their ids */
export async function markBooked(
  tx: Tx,
  {
    accountId,
    stockId,
    at,
  }: { readonly accountId: string; readonly stockId: string; readonly at: Temporal.Instant },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update appeal set booked_at = ${at.toString()}::timestamptz
     where offered_at is not null and booked_at is null and offered_stock_id = ${stockId}
       and (account_id = ${accountId} or lower(email) = (select lower(email) from account where id = ${accountId}))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Offers of that stock that an account had taken, where nothing is left of what was booked since: no live reservation, no
 * contract but cancelled ones. @returns their ids
 */
export async function unmarkBooked(
  tx: Tx,
  { accountId, stockId }: { readonly accountId: string; readonly stockId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update appeal a set booked_at = null
     where a.offered_at is not null and a.booked_at is not null and a.offered_stock_id = ${stockId}
       and (a.account_id = ${accountId} or lower(a.email) = (select lower(email) from account where id = ${accountId}))
       and not exists (select 1 from reservation r
                        where r.account_id = ${accountId} and r.stock_id = ${stockId} and r.status = 'live')
       and not exists (select 1 from contract c
                        where c.account_id = ${accountId} and c.stock_id = ${stockId} and c.status <> 'cancelled' and c.booked_at >= a.offered_at)
    returning a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes a person out of what he asked; by address where he was nobody's account. */
export async function blankAppeals(
  tx: Tx,
  who: { readonly accountId: string | null; readonly email: string | null },
  at: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update appeal set name = null, phone = null, email = null, message = '', note = null, details = '{}'::jsonb, same_as = null,
           status = 'handled', handled_at = coalesce(handled_at, ${at.toString()}::timestamptz)
     where account_id = ${who.accountId}
        or (account_id is null and ${emailKeyOf('email')} = ${who.email}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
