import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export async function insertImport(
  tx: Tx,
  row: {
    readonly id: string
    readonly stockId: string
    readonly madeById: string
    readonly madeAt: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('contract_import')
    .values({ id: row.id, stock_id: row.stockId, made_by_id: row.madeById, made_at: row.madeAt })
    .execute()
}

/** With which table a contract came, and what its tenant has agreed to elsewhere. */
export async function setImported(
  tx: Tx,
  contractId: string,
  {
    importId,
    agreed,
  }: { importId: string; agreed: { readonly lateFee: boolean; readonly doorClosing: boolean } },
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({
      import_id: importId,
      late_fee_agreed: agreed.lateFee,
      door_closing_agreed: agreed.doorClosing,
    })
    .where('id', '=', contractId)
    .execute()
}

export interface ImportRow {
  readonly id: string
  readonly stockId: string
  readonly contracts: number
  readonly madeAt: Temporal.Instant
  readonly byName: string | null
  readonly undoneAt: Temporal.Instant | null
  readonly changed: { readonly number: string; readonly unitNumber: string }[]
}

/**
 * What has happened on contract c since its import: another status or end, a document beside that of its deposit, money on a
 * document from elsewhere, a move, a notice, a rise of its rent, a signature, an attempt to pay.
 */
const CHANGED = sql<boolean>`(
  c.status <> 'active' or c.planned_leave_day is not null or c.extended_at is not null or c.withdrawn_at is not null
  or c.first_payment_reversed or c.blocked_by_staff or c.internal_user_id is not null or c.move_out_window_until is not null
  or exists (select 1 from document d where d.contract_id = c.id and d.id is distinct from c.first_document_id)
  or exists (select 1 from document d where d.id = c.first_document_id and d.status <> 'paid')
  or (select count(*) from payment p where p.reference = 'document:' || c.first_document_id) > 1
  or exists (select 1 from payout o where o.contract_id = c.id)
  or exists (select 1 from contract_transfer t where t.contract_id = c.id)
  or exists (select 1 from contract_signature g where g.contract_id = c.id)
  or exists (select 1 from billing_plan p where p.contract_id = c.id and p.later_terms is not null and p.later_terms::text <> '[]'))`

const importRows = (where: ReturnType<typeof sql>) => sql<ImportRow>`
  select i.id, i.stock_id as "stockId", i.made_at as "madeAt", i.undone_at as "undoneAt",
         coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email) as "byName",
         (select count(*)::int from contract c where c.import_id = i.id) as contracts,
         case when i.undone_at is null then (
           select coalesce(json_agg(json_build_object('number', c.number, 'unitNumber', b.unit_number) order by c.number), '[]')
             from contract c join box b on b.id = c.box_id where c.import_id = i.id and ${CHANGED})
         else '[]' end as changed
    from contract_import i join account a on a.id = i.made_by_id where ${where}
   order by i.made_at desc, i.id desc limit 50`

export async function importsAt(db: Database, stockId: string): Promise<ImportRow[]> {
  return (await importRows(sql`i.stock_id = ${stockId}`).execute(db)).rows
}

/** The import with its contracts, locked in the order of their ids; undefined: there is none. */
export async function lockImport(
  tx: Tx,
  id: string,
): Promise<{ readonly row: ImportRow; readonly contractIds: readonly string[] } | undefined> {
  await sql`select 1 from contract_import where id = ${id} for update`.execute(tx)
  const { rows: contracts } = await sql<{ id: string }>`
    select id from contract where import_id = ${id} order by id for update`.execute(tx)
  const [row] = (await importRows(sql`i.id = ${id}`).execute(tx)).rows
  return row && { row, contractIds: contracts.map((contract) => contract.id) }
}

export async function setUndone(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('contract_import').set({ undone_at: at }).where('id', '=', id).execute()
}
