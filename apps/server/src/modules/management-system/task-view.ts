import type { Answer } from '@stowage/api/endpoint'
import type { listExternalTasks } from '@stowage/api/management-system'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'

export type ListedTask = Answer<typeof listExternalTasks>[number]

type Row = Omit<ListedTask, 'askedAt' | 'doneAt'> & {
  readonly askedAt: Temporal.Instant
  readonly doneAt: Temporal.Instant | null
}

/** Staff of a stock see its tasks. */
const visibleTo = (actor: Actor): RawBuilder<SqlBool> =>
  isSuperUser(actor) || actor.stockId === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`t.stock_id = ${actor.stockId}`

const nameOf = (table: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<
    string | null
  >`coalesce(case when ${of('account_type')} = 'legal' then ${of('company')} end, nullif(concat_ws(' ', ${of('first_name')}, ${of('last_name')}), ''), ${of('email')})`
}

async function read(db: Database, where: RawBuilder<SqlBool>, actor: Actor): Promise<ListedTask[]> {
  const { rows } = await sql<Row>`
    select t.id, t.stock_id as "stockId", s.name as "stockName", t.kind, t.contract_id as "contractId", c.number as "contractNumber", b.id as "boxId", b.unit_number as "unitNumber", a.id as "userId", ${nameOf('a')} as "userName",
           t.date_value::text as "dateValue", t.payload->>'note' as note,
           (select coalesce(json_agg(json_build_object('name', p.key, 'value', p.value) order by p.key), '[]') from jsonb_each_text(t.payload) p where t.kind in ('customer', 'document_dates') and p.key not in ('CustomerID', 'DocumentID') or t.kind = 'book' and p.key = 'contractDuration' and p.value is not null) as changes, t.asked_at as "askedAt", ${nameOf('w')} as "askedBy", t.done_at as "doneAt", ${nameOf('d')} as "doneBy", t.command_state as command
      from external_task t join stock s on s.id = t.stock_id left join contract c on c.id = t.contract_id left join box b on b.id = coalesce(t.box_id, c.box_id)
      left join account a on a.id = t.account_id left join account w on w.id = t.asked_by_id left join account d on d.id = t.done_by_id
     where ${where} and ${visibleTo(actor)}
     order by t.done_at is not null, t.asked_at desc, t.id desc limit 500`.execute(db)
  return rows.map((row) => ({
    ...row,
    askedAt: row.askedAt.toString(),
    doneAt: row.doneAt?.toString() ?? null,
  }))
}

export async function tasksFor(
  db: Database,
  wish: { readonly stockId: string | null; readonly status: 'open' | 'done' | 'all' },
  actor: Actor,
): Promise<ListedTask[]> {
  const state = { open: sql`t.done_at is null`, done: sql`t.done_at is not null`, all: sql`true` }[
    wish.status
  ]
  return await read(
    db,
    sql<SqlBool>`${state} and (${wish.stockId}::text is null or t.stock_id = ${wish.stockId})`,
    actor,
  )
}

export async function taskFor(db: Database, id: string, actor: Actor): Promise<ListedTask | undefined> {
  return (await read(db, sql<SqlBool>`t.id = ${id}`, actor))[0]
}

/** Whether the same was asked before and is not done yet: a second click, or a second try of the handler. */
export async function hasOpenTask(
  db: Database,
  wish: {
    readonly kind: string
    readonly stockId: string
    readonly contractId: string | null
    readonly boxId: string | null
    readonly accountId: string | null
    readonly dateValue: string | null
    readonly payload: Readonly<Record<string, unknown>>
  },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from external_task
     where stock_id = ${wish.stockId} and kind = ${wish.kind} and contract_id is not distinct from ${wish.contractId} and box_id is not distinct from ${wish.boxId} and account_id is not distinct from ${wish.accountId}
       and date_value is not distinct from ${wish.dateValue}::date and done_at is null
       -- Of one person, or of one contract's documents, many things are changed.
       and (kind not in ('customer', 'document_dates') or payload = ${JSON.stringify(wish.payload)}::jsonb) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
