import type { Currency } from '@stowage/domain/money'
import { money } from '@stowage/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { refused } from './refusals.ts'
import type { BoxFacts, NewClaim } from './terms.ts'

interface Row {
  readonly id: string
  readonly stockId: string
  readonly unitNumber: string
  readonly size: number
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly floor: number | null
  readonly lockId: string | null
  readonly monthRate: number | null
  readonly sizePrice: number | null
  readonly currency: Currency
  readonly isExternal: boolean
  readonly isFreeInSource: boolean
  readonly claimId: string | null
  readonly kind: 'reservation' | 'contract'
  readonly holderId: string
  readonly accountId: string
  readonly lapsesAt: Temporal.Instant | null
}

const boxWithClaim = sql`
  select b.id, b.stock_id as "stockId", b.unit_number as "unitNumber", b.size, b.height, b.width, b.depth, b.floor, b.lock_id as "lockId", b.month_rate as "monthRate", p.price_per_m2 as "sizePrice", s.currency, s.is_external as "isExternal", coalesce(b.source_state = 'free', true) as "isFreeInSource",
         c.id as "claimId", c.kind, c.holder_id as "holderId", c.account_id as "accountId", c.lapses_at as "lapsesAt"
    from box b join stock s on s.id = b.stock_id and s.deleted_at is null
    left join category_price p on p.category_id = b.category_id and p.currency = s.currency and b.own_rate is null
    left join box_claim c on c.box_id = b.id and c.released_at is null
   where b.deleted_at is null`

function facts(row: Row | undefined): BoxFacts | undefined {
  if (row === undefined) return undefined
  const { monthRate, sizePrice, currency, claimId, kind, holderId, accountId, lapsesAt, ...box } = row
  return {
    ...box,
    rate: monthRate === null ? null : money(monthRate, currency),
    pricePerSizeUnit: sizePrice === null ? null : money(sizePrice, currency),
    claim: claimId === null ? null : { id: claimId, kind, holderId, accountId, lapsesAt },
  }
}

async function one(db: Database | Tx, rest: RawBuilder<unknown>): Promise<BoxFacts | undefined> {
  const { rows } = await sql<Row>`${boxWithClaim} ${rest}`.execute(db)
  return facts(rows[0])
}

export const readBox = (db: Database | Tx, boxId: string): Promise<BoxFacts | undefined> =>
  one(db, sql`and b.id = ${boxId}`)

const readBoxByUnitNumber = (
  db: Database | Tx,
  stockId: string,
  unitNumber: string,
): Promise<BoxFacts | undefined> =>
  one(db, sql`and b.stock_id = ${stockId} and b.unit_number = ${unitNumber}`)

/**
 * Locks the box and reads it with its claim. One statement where the lock is free; where somebody holds it the claim that
 * this statement sees may be older than the lock it waits for, so it waits first and reads afterwards. NO KEY, because
 * rows that only point at the box (history, contracts) need not wait.
 */
export async function lockBoxRow(tx: Tx, boxId: string): Promise<BoxFacts | undefined> {
  const atOnce = await one(tx, sql`and b.id = ${boxId} for no key update of b skip locked`)
  if (atOnce) return atOnce
  const { rows } =
    await sql`select 1 from box where id = ${boxId} and deleted_at is null for no key update`.execute(tx)
  return rows.length === 0 ? undefined : await readBox(tx, boxId)
}

/** The same for the box that has a number in a stock. */
export async function lockBoxRowByUnitNumber(
  tx: Tx,
  stockId: string,
  unitNumber: string,
): Promise<BoxFacts | undefined> {
  const found = await readBoxByUnitNumber(tx, stockId, unitNumber)
  const locked = found && (await lockBoxRow(tx, found.id))
  // Numbered anew between the look and the lock: this number is nobody's now.
  return locked?.unitNumber === unitNumber ? locked : undefined
}

const FREE_TRIES = 8

/**
 * Locks some free box of a size that has a price; one whose reservation has run out is free as well, and is taken last.
 * Boxes that somebody else has locked are passed over. Under the lock the claim is looked at once more: it may have been
 * made between this statement's snapshot and its lock.
 */
export async function lockFreeBoxRow(
  tx: Tx,
  stockId: string,
  size: number,
  now: Temporal.Instant,
): Promise<BoxFacts | undefined> {
  const taken: string[] = []
  for (let attempt = 0; attempt < FREE_TRIES; attempt += 1) {
    const found = await one(
      tx,
      sql`and b.stock_id = ${stockId} and b.size = ${size}::numeric and b.month_rate is not null and coalesce(b.source_state = 'free', true) and b.id <> all(${taken}::text[])
          and (c.id is null or (c.kind = 'reservation' and c.lapses_at <= ${now.toString()}::timestamptz))
          order by c.id is not null, b.unit_number limit 1 for no key update of b skip locked`,
    )
    if (!found) return undefined
    const { rows } =
      await sql`select 1 from box_claim where box_id = ${found.id} and released_at is null and id is distinct from ${found.claim?.id ?? null}`.execute(
        tx,
      )
    if (rows.length === 0) return found
    taken.push(found.id)
  }
  return undefined
}

/** Waited for by the next statement, which throws Failure 6001 when somebody holds the box: the index has the last word. */
export async function insertClaim(tx: Tx, id: string, claim: NewClaim): Promise<void> {
  const insert = tx.insertInto('box_claim').values({
    id,
    box_id: claim.boxId,
    stock_id: claim.stockId,
    kind: claim.kind,
    holder_id: claim.holderId,
    account_id: claim.accountId,
    taken_at: claim.takenAt,
    lapses_at: claim.lapsesAt,
    released_at: null,
  })
  await later(tx, insert, {
    refused: (error) =>
      refused(error, { box_claim_one_holder: [6001, { reason: `box ${claim.boxId} is held by somebody` }] }),
  })
}

interface Place {
  readonly boxId: string
  readonly stockId: string
}

/** The live claim of a holder goes to another; undefined when it is no longer live. */
export async function updateClaimHolder(
  tx: Tx,
  holderId: string,
  to: { kind: 'contract'; holderId: string; lapsesAt: Temporal.Instant | null },
): Promise<Place | undefined> {
  return await tx
    .updateTable('box_claim')
    .set({ kind: to.kind, holder_id: to.holderId, lapses_at: to.lapsesAt })
    .where('holder_id', '=', holderId)
    .where('released_at', 'is', null)
    .returning(['box_id as boxId', 'stock_id as stockId'])
    .executeTakeFirst()
}

export async function updateClaimLapse(
  tx: Tx,
  holderId: string,
  lapsesAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('box_claim')
    .set({ lapses_at: lapsesAt })
    .where('holder_id', '=', holderId)
    .where('released_at', 'is', null)
    .execute()
}

/** Ends the live claim of a holder; undefined when there is none. */
export async function releaseByHolder(
  tx: Tx,
  holderId: string,
  at: Temporal.Instant,
): Promise<Place | undefined> {
  return await tx
    .updateTable('box_claim')
    .set({ released_at: at })
    .where('holder_id', '=', holderId)
    .where('released_at', 'is', null)
    .returning(['box_id as boxId', 'stock_id as stockId'])
    .executeTakeFirst()
}

/** Ends a claim whose time is over; undefined when it is gone already, or its time was prolonged. */
export async function releaseLapsed(
  tx: Tx,
  claimId: string,
  at: Temporal.Instant,
): Promise<Place | undefined> {
  return await tx
    .updateTable('box_claim')
    .set({ released_at: at })
    .where('id', '=', claimId)
    .where('released_at', 'is', null)
    .where('lapses_at', '<=', at)
    .returning(['box_id as boxId', 'stock_id as stockId'])
    .executeTakeFirst()
}
