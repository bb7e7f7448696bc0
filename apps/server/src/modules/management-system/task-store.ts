import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { ExternalWish } from '../contracts/index.ts'
import type { SourceCommand } from './source.ts'

/** What somebody wants changed over there, for staff and, where the source takes commands, for the source. */
export async function insertTask(
  tx: Tx,
  wish: ExternalWish,
  { at, dueAt }: { readonly at: Temporal.Instant; readonly dueAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .insertInto('external_task')
    .values({
      id: newId(),
      stock_id: wish.stockId,
      kind: wish.kind,
      contract_id: wish.contractId,
      box_id: wish.boxId,
      account_id: wish.accountId,
      date_value: wish.dateValue === null ? null : Temporal.PlainDate.from(wish.dateValue),
      payload: sql`${JSON.stringify(wish.payload)}::jsonb`,
      asked_by_id: wish.askedById,
      asked_at: at,
      done_at: null,
      done_by_id: null,
      command_state: dueAt === null ? null : 'waiting',
      command_due_at: dueAt,
    })
    .execute()
}

/** Notes that a task is done, or takes that back; false where it stood so already. */
export async function settleTask(
  tx: Tx,
  id: string,
  done: { readonly at: Temporal.Instant; readonly byId: string } | null,
): Promise<boolean> {
  const { rows } = await sql`
    update external_task set done_at = ${done?.at.toString() ?? null}::timestamptz, done_by_id = ${done?.byId ?? null}
     where id = ${id} and (done_at is null) = ${done !== null} returning id`.execute(tx)
  return rows.length > 0
}

/** A command that waits to be written, as the source calls what it is about. */
export interface WaitingCommand extends SourceCommand {
  readonly stockId: string
  readonly tries: number
}

/** Takes the next one that is due, and its turn: it is due again when this process has died over it. */
export async function takeCommand(
  db: Database,
  { now, until }: { readonly now: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<WaitingCommand | undefined> {
  const { rows } = await sql<WaitingCommand>`
    with due as (
      select id from external_task where command_state = 'waiting' and command_due_at <= ${now.toString()}::timestamptz order by command_due_at, id limit 1 for update skip locked
    ), taken as (
      update external_task t set command_due_at = ${until.toString()}::timestamptz, command_tries = t.command_tries + 1 from due where t.id = due.id returning t.*
    )
    select t.id as "commandId", t.kind, s.external_id as "siteId", c.external_id as "contractId", b.external_id as "unitId", coalesce(t.payload->>'CustomerID', x.customer_id, (select k.id from external_customer k where k.stock_id = t.stock_id and k.account_id = t.account_id order by k.id limit 1)) as "customerId",
           t.date_value::text as "dateValue", nullif(t.payload::text, '{}') as payload, to_char(t.asked_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as "createdAt", t.stock_id as "stockId", t.command_tries as tries
      from taken t join stock s on s.id = t.stock_id left join contract c on c.id = t.contract_id left join box b on b.id = coalesce(t.box_id, c.box_id)
      left join external_contract x on x.stock_id = t.stock_id and x.id = c.external_id`.execute(db)
  return rows[0]
}

export async function noteCommand(
  db: Database,
  id: string,
  next: { readonly state: 'sent' } | { readonly state: 'waiting'; readonly dueAt: Temporal.Instant },
): Promise<void> {
  await db
    .updateTable('external_task')
    .set({ command_state: next.state, command_due_at: next.state === 'waiting' ? next.dueAt : null })
    .where('id', '=', id)
    .execute()
}
