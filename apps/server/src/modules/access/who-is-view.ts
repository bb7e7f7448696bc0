import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { personOf } from './build-access-list.ts'

/** Somebody whom a list of this stock can have named. */
export interface KnownPerson {
  readonly entryId: string
  readonly accountId: string
  readonly role: string
  readonly contractId: string | null
}

/**
 * Who the entries of a stock's lists speak of. A site can name only tenants of its own stock, by their contracts, and staff; whatever
 * else it says is nobody.
 */
export async function whoAre(
  db: Database | Tx,
  stockId: string,
  entryIds: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const entries = [...new Set(entryIds)].flatMap((entryId) => {
    const person = personOf(entryId)
    return person ? [{ entryId, ...person }] : []
  })
  if (entries.length === 0) return new Map()
  const { rows } = await sql<KnownPerson>`
    select e."entryId", a.id as "accountId", a.platform_role as role, c.id as "contractId"
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e("entryId" text, "accountId" text, "contractId" text)
      join account a on a.id = e."accountId"
      left join contract c on c.id = e."contractId" and c.stock_id = ${stockId} and a.id in (c.account_id, c.internal_user_id)
     where c.id is not null or (e."contractId" is null and a.platform_role <> 'client' and (a.platform_role = 'superUser' or a.stock_id is null or a.stock_id = ${stockId}))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.entryId, row]))
}

export interface NamedBox {
  readonly boxId: string
  readonly unitNumber: string
  readonly lockId: string | null
}

/**
 * The boxes of a stock by their numbers as somebody typed them, for events that name a box and no lock: as it is written, else without
 * its dashes where no other reads the same.
 */
export async function boxesByNumber(
  db: Database | Tx,
  stockId: string,
  typed: readonly string[],
): Promise<Map<string, NamedBox>> {
  if (typed.length === 0) return new Map()
  const keys = typed.map((text) => ({ text, key: keyOf(text) }))
  const { rows } = await sql<NamedBox & { typed: string }>`
    select t.text as typed, b.id as "boxId", b.unit_number as "unitNumber", b.lock_id as "lockId"
      from box b join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as t(text text, key text) on t.key = regexp_replace(upper(b.unit_number), '[[:space:]./–—-]', '', 'g')
     where b.stock_id = ${stockId} and b.deleted_at is null`.execute(db)
  const named = new Map<string, NamedBox>()
  for (const [text, alike] of Map.groupBy(rows, (row) => row.typed)) {
    const asWritten = alike.filter(({ unitNumber }) => plainOf(unitNumber) === plainOf(text))
    const [box, another] = asWritten.length > 0 ? asWritten : alike
    if (box && !another) named.set(text, box)
  }
  return named
}

const plainOf = (text: string): string => text.trim().toUpperCase()
const keyOf = (text: string): string => text.toUpperCase().replaceAll(/[\s./–—-]/g, '')
