import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** A run that was kept out; instants are ISO UTC of machine time. */
export interface RefusedRun {
  readonly instance: string
  readonly address: string
  readonly firstAt: string
  readonly lastAt: string
}
export interface HolderRow {
  readonly holder: string | null
  readonly barred: readonly string[]
  readonly refused: RefusedRun | null
}

export async function findHolder(db: Database | Tx, stockId: string): Promise<HolderRow | undefined> {
  return await db
    .selectFrom('site')
    .select(['holder', 'holders_barred as barred', sql<RefusedRun | null>`holder_refused`.as('refused')])
    .where('stock_id', '=', stockId)
    .executeTakeFirst()
}

/** @returns false: another run has taken the place since it was read */
export async function takePlace(
  db: Database,
  stockId: string,
  { holder, before }: { readonly holder: string; readonly before: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('site')
    .set({ holder })
    .where('stock_id', '=', stockId)
    .where(sql<boolean>`holder is not distinct from ${before}`)
    .returning('stock_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a run that was refused, since its first try. @returns whether it is the first since staff decided last */
export async function noteRefused(
  tx: Tx,
  stockId: string,
  { instance, address, at }: { instance: string; address: string; at: Temporal.Instant },
): Promise<boolean> {
  const said = JSON.stringify({ instance, address, firstAt: at.toString(), lastAt: at.toString() })
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select holder_refused from site where stock_id = ${stockId} for no key update)
    update site set holder_refused = ${said}::jsonb || case when before.holder_refused is null then '{}'::jsonb
             else jsonb_build_object('firstAt', before.holder_refused -> 'firstAt') end
      from before where stock_id = ${stockId} returning before.holder_refused is null as "isFirst"`.execute(
    tx,
  )
  return rows[0]?.isFirst === true
}

/**
 * Who is to hold the identity from now on. Where it is another run than before, its events begin a chain of their own: what one of two
 * machines kept does not follow from what the other told.
 * @returns undefined: no such run is waiting for a decision
 */
export async function decideHolder(
  tx: Tx,
  stockId: string,
  { instance, isOther }: { readonly instance: string; readonly isOther: boolean },
): Promise<{ readonly before: string | null; readonly after: string | null } | undefined> {
  const site = await tx
    .selectFrom('site')
    .select(['holder', 'holders_barred', sql<RefusedRun | null>`holder_refused`.as('refused')])
    .where('stock_id', '=', stockId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (site?.refused?.instance !== instance) return undefined
  const out = isOther ? site.holder : instance
  const barred = site.holders_barred.filter((id) => id !== instance)
  const after = isOther ? instance : site.holder
  await tx
    .updateTable('site')
    .set({
      holder: after,
      holder_refused: null,
      holders_barred: [...barred, ...(out === null ? [] : [out])].slice(-50),
      ...(isOther ? { last_chain: null } : {}),
    })
    .where('stock_id', '=', stockId)
    .execute()
  return { before: site.holder, after }
}
