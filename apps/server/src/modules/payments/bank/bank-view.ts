import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { BankEntry, CsvForm, listBankAccounts, listBankStatements } from '@stowage/api/bank'
import type { Answer } from '@stowage/api/endpoint'
import { isIban, plainAccount } from '@stowage/domain/iban'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type Accounts = Answer<typeof listBankAccounts>
type Statements = Answer<typeof listBankStatements>

const PAGE_SIZE = 25
const nameOf = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), nullif(a.company, ''), a.email)`

export interface SellerAccount {
  readonly sellerId: string
  readonly sellerName: string
  /** As somebody has typed it; null: none yet. */
  readonly account: string | null
  readonly csvForm: CsvForm | null
}

export async function sellerAccounts(db: Database | Tx): Promise<SellerAccount[]> {
  const { rows } = await sql<SellerAccount>`
    select l.id as "sellerId", l.name as "sellerName", l.iban as account, f.form as "csvForm"
      from seller l left join bank_csv_form f on f.seller_id = l.id order by l.name, l.id`.execute(db)
  return rows
}

/** Whether two texts name one account; people leave out the letters of an IBAN where everybody is of one country. */
export function isSameAccount(kept: string | null, said: string): boolean {
  if (kept === null) return false
  const [a, b] = [plainAccount(kept), plainAccount(said)]
  return a === b || (isIban(a) && a.slice(2) === b) || (isIban(b) && b.slice(2) === a)
}

export async function bankAccounts(db: Database): Promise<Accounts> {
  const { rows } = await sql<Accounts[number]>`
    select l.id as "sellerId", l.name as "sellerName", l.iban as account, f.form as "csvForm",
           array(select distinct s.currency from stock s where s.seller_id = l.id order by 1) as currencies,
           (select count(*)::int from bank_entry e where e.seller_id = l.id and e.state = 'open') as waiting,
           (select max(e.booked_on)::text from bank_entry e where e.seller_id = l.id) as "lastDay"
      from seller l left join bank_csv_form f on f.seller_id = l.id order by l.name, l.id`.execute(db)
  return rows
}

/** Which of these movements of an account are there already. */
export async function knownKeys(db: Database | Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select natural_key as key from bank_entry where natural_key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** When the very same file was imported. */
export async function importedBefore(db: Database, fileHash: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select to_json(imported_at)#>>'{}' as at from bank_import where file_hash = ${fileHash} order by imported_at limit 1`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

export async function importedStatements(db: Database, page: number): Promise<Statements> {
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from bank_import`.execute(db)
  const { rows: items } = await sql<Statements['items'][number]>`
    select i.id, i.format, i.file_name as "fileName", to_json(i.imported_at)#>>'{}' as "importedAt", ${nameOf} as "importedBy", i.statements, i.fresh, i.known, i.skipped, c.settled, c.waiting
      from bank_import i left join account a on a.id = i.imported_by_id
      join lateral (select count(*) filter (where e.state = 'settled')::int as settled, count(*) filter (where e.state = 'open')::int as waiting from bank_entry e where e.import_id = i.id) c on true
     order by i.imported_at desc, i.id desc ${pageWindow({ page, pageSize: PAGE_SIZE })}`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page, pageSize: PAGE_SIZE }
}

export async function countsOfImport(
  db: Database,
  importId: string,
): Promise<{ settled: number; waiting: number }> {
  const { rows } = await sql<{ settled: number; waiting: number }>`
    select count(*) filter (where state = 'settled')::int as settled, count(*) filter (where state = 'open')::int as waiting
      from bank_entry where import_id = ${importId}`.execute(db)
  return rows[0] ?? { settled: 0, waiting: 0 }
}

export interface EntriesWish {
  readonly id?: string | undefined
  readonly state?: BankEntry['state'] | undefined
  readonly sellerId?: string | undefined
  readonly importId?: string | undefined
  readonly search?: string | undefined
  readonly page: number
}

/** A movement as it is shown, but for what it may be for. */
export type ShownEntry = Omit<BankEntry, 'suggestions'> & { readonly sellerId: string }

export async function shownEntries(
  db: Database,
  wish: EntriesWish,
): Promise<{ items: ShownEntry[]; total: number; page: number; pageSize: number }> {
  const where = conditions(wish)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from bank_entry e where ${where}`.execute(db)
  const { rows: items } = await sql<ShownEntry>`
    select e.id, e.import_id as "importId", e.seller_id as "sellerId", l.name as "sellerName", e.account, e.booked_on::text as "bookedOn", e.value_on::text as "valueOn", e.direction, e.amount, e.currency, e.payer_name as "payerName", e.payer_account as "payerAccount",
           e.purpose, e.reference, e.bank_reference as "bankReference", e.end_to_end_id as "endToEndId", e.return_reason as "returnReason", e.is_reversal as "isReversal", e.is_batch as "isBatch", e.state, e.asked_why as "askedWhy", e.ignore_reason as "ignoreReason",
           to_json(e.decided_at)#>>'{}' as "decidedAt", (select ${nameOf} from account a where a.id = e.decided_by_id) as "decidedBy", to_json(e.updated_at)#>>'{}' as updated,
           (select coalesce(json_agg(json_build_object('documentId', d.id, 'number', d.number, 'contractId', d.contract_id, 'contractNumber', d.snapshot->>'contractNumber', 'unitNumber', d.snapshot->>'unitNumber', 'accountId', a.id, 'accountName', ${nameOf}, 'dueOn', d.due_on::text, 'debt', d.gross - d.paid,
                     'amount', x.amount, 'isAutomatic', x.is_automatic, 'undoneAt', x.undone_at) order by x.made_at desc, x.id), '[]')
              from bank_allocation x join document d on d.id = x.document_id join account a on a.id = x.account_id where x.entry_id = e.id) as shares,
           (select json_build_object('payoutId', p.id, 'accountId', a.id, 'accountName', ${nameOf}, 'paidOn', p.paid_on::text, 'reference', p.reference) from payout p join account a on a.id = p.account_id where p.id = e.payout_id) as payout
      from bank_entry e join seller l on l.id = e.seller_id
     where ${where} order by e.booked_on desc, e.id desc ${pageWindow({ page: wish.page, pageSize: PAGE_SIZE })}`.execute(
    db,
  )
  return { items, total: counted[0]?.total ?? 0, page: wish.page, pageSize: PAGE_SIZE }
}

function conditions(wish: EntriesWish): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (wish.id !== undefined) all.push(sql`e.id = ${wish.id}`)
  if (wish.state !== undefined) all.push(sql`e.state = ${wish.state}`)
  if (wish.sellerId !== undefined) all.push(sql`e.seller_id = ${wish.sellerId}`)
  if (wish.importId !== undefined) all.push(sql`e.import_id = ${wish.importId}`)
  const search = wish.search?.trim() ?? ''
  if (search !== '') {
    const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const digits = search.replaceAll(/[^\d]/g, '')
    all.push(
      sql`(e.payer_name ilike ${like} or e.purpose ilike ${like} or e.reference ilike ${like} or e.payer_account ilike ${like.replaceAll(' ', '')} or (${digits} <> '' and e.amount::text = ${digits}))`,
    )
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}
