import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DocumentKind } from '@stowage/domain/kyc'
import type { PlatformRole } from '@stowage/domain/roles'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import { atPage } from '../../platform/kept-findings.ts'
import type { AccountRow } from './account-store.ts'
import { factorRequired } from './second-factor-store.ts'

export interface ActorRow {
  readonly id: string
  readonly platformRole: PlatformRole
  readonly stockId: string | null
  readonly language: string
  readonly tokenGeneration: number
  readonly roleAlias: string | null
  readonly rolePermissions: readonly string[] | null
  /** The role asks for a second factor and there is none: nothing works before it is set up. */
  readonly lacksSecondFactor: boolean
}

/** What a token check needs of a living account. */
export async function readActorRow(db: Database, id: string): Promise<ActorRow | undefined> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('role as r', 'r.id', 'a.role_id')
    .select([
      'a.id',
      'a.platform_role',
      'a.stock_id as stockId',
      'a.language',
      'a.token_generation as tokenGeneration',
      'r.alias as roleAlias',
      'r.permissions as rolePermissions',
    ])
    .select(
      sql<boolean>`(${factorRequired} and not exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null))`.as(
        'lacksSecondFactor',
      ),
    )
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, platformRole: row.platform_role as PlatformRole }
}

/** An account with all that is shown of it: role, present documents, and the company's legal texts of today. */
export interface AccountView extends AccountRow {
  readonly roleAlias: string | null
  readonly roleTitle: string | null
  readonly rolePermissions: readonly string[] | null
  readonly roleBuiltIn: boolean | null
  readonly hasSecondFactor: boolean
  readonly documents: readonly { kind: DocumentKind; rejectionReason: string | null }[]
  readonly legalDocuments: unknown
}

// The legal texts come from the catalog's table: accounts is the lowest module and may look, not call.
const selected = (more: RawBuilder<unknown> = sql``) => sql`
  select a.*, r.alias as "roleAlias", r.name as "roleTitle", r.permissions as "rolePermissions", r.built_in as "roleBuiltIn",
         exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "hasSecondFactor",
         (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'rejectionReason', k.rejection_reason)), '[]'::jsonb)
            from kyc_document k where k.account_id = a.id and k.replaced_at is null) as documents,
         (select c.legal_documents from company c limit 1) as "legalDocuments"${more}
    from account a left join role r on r.id = a.role_id`

/** A living account as it is shown; undefined when there is none. */
export async function readAccount(db: Database, id: string): Promise<AccountView | undefined> {
  const { rows } = await sql<AccountView>`${selected()} where a.id = ${id} and a.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Living accounts by their ids, in no order. */
export async function readAccounts(db: Database, ids: readonly string[]): Promise<AccountView[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<AccountView>`${selected()} where a.id = any(${ids}) and a.deleted_at is null`.execute(db)
  return rows
}

/** Whether an account has something at a stock that its staff see to: a contract that is not over, its own or internal for it. */
export async function rentsAt(tx: Tx, accountId: string, stockId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from contract where stock_id = ${stockId} and (account_id = ${accountId} or internal_user_id = ${accountId}) and status in ('pending', 'active', 'ended') limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Who may open without renting: superUsers, and staff of the stock or of none, as far as they have set a PIN. */
export async function readStaffWithPin(db: Database, stockId: string): Promise<AccountView[]> {
  const { rows } = await sql<AccountView>`${selected()}
     where a.platform_role in ('superUser', 'staff') and a.pin_hash is not null and a.deleted_at is null and not a.blocked_by_staff
       and (a.platform_role = 'superUser' or a.stock_id is null or a.stock_id = ${stockId})
     order by a.id`.execute(db)
  return rows
}

export const USERS_PER_PAGE = 100

/** Which accounts, and in which order: `email`, or `-email` for the other way round; the newest first without one. */
export interface UsersWanted {
  readonly search?: string | undefined
  readonly role?: string | undefined
  readonly sort?: string | undefined
}

/**
 * Living accounts, 100 a page. A search text is looked for in e-mail, names, company and phone; a phone is found by its
 * digits however it is written.
 * @param page from 1
 * @param known how many there are in all, counted a moment ago
 */
export async function listAccounts(
  db: Database,
  { page, ...wanted }: UsersWanted & { readonly page: number },
  known?: number,
): Promise<{ rows: AccountView[]; total: number }> {
  const where = matching(wanted)
  const all = sql`(select count(*)::int from account a where ${where})`
  // A search is dear and is made once, with the number of its finds; all accounts are counted faster by their index.
  const counting = (wanted.search ?? '').trim() === '' ? all : sql`(count(*) over ())::int`
  const counted = known === undefined ? counting : sql`${known}::int`
  const { rows } = await sql<AccountView & { total: number }>`
    with page as materialized (
      select a.id, ${counted} as total from account a where ${where} order by ${orderOf(wanted.sort)} ${pageWindow({ page, pageSize: USERS_PER_PAGE })})
    ${selected(sql`, p.total`)} join page p on p.id = a.id order by ${orderOf(wanted.sort)}`.execute(db)
  if (rows[0])
    return { rows, total: atPage(rows[0].total, { page, pageSize: USERS_PER_PAGE, shown: rows.length }) }
  // Behind the last page no row tells.
  const { rows: counts } = await sql<{ total: number }>`select ${all} as total`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}

/** What a file of accounts says of each. */
export interface ExportedAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly accountType: string
  readonly isIndividualEntrepreneur: boolean
  readonly phone: string | null
  readonly role: PlatformRole
  readonly roleAlias: string | null
  readonly roleTitle: string | null
  readonly roleBuiltIn: boolean | null
  readonly country: string
  readonly city: string
  readonly createdAt: Temporal.Instant
}

/** All accounts of a list or search, in its order. */
export async function exportedAccounts(db: Database, wanted: UsersWanted): Promise<ExportedAccount[]> {
  const { rows } = await sql<ExportedAccount>`
    select a.id, a.email, ${NAME} as name, a.account_type as "accountType", a.is_individual_entrepreneur as "isIndividualEntrepreneur", a.phone,
           a.platform_role as role, r.alias as "roleAlias", r.name as "roleTitle", r.built_in as "roleBuiltIn", a.country, a.city, a.created_at as "createdAt"
      from account a left join role r on r.id = a.role_id where ${matching(wanted)} order by ${orderOf(wanted.sort)}`.execute(
    db,
  )
  return rows
}

// As the indexes of 0040-people.sql have them: written otherwise, they are not used.
const NAME = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')), ''), nullif(a.company, ''), a.email) collate "und-x-icu"`
const PLAIN = sql`concat_ws(' ', a.email_key, a.company, a.first_name, a.last_name)`
const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  email: sql`a.email_key`,
  name: NAME,
  accountType: sql`a.account_type`,
  phone: sql`coalesce(a.phone, '')`,
  role: sql`a.platform_role`,
  created: sql`a.created_at`,
}

function orderOf(sort = ''): RawBuilder<unknown> {
  const order = orders[sort.replace(/^-/, '')]
  if (order === undefined) return sql`a.created_at desc, a.id`
  return sort.startsWith('-') ? sql`${order} desc, a.id desc` : sql`${order}, a.id`
}

function matching({ search = '', role }: UsersWanted): RawBuilder<SqlBool> {
  const ofRole = role === undefined ? sql`` : sql` and a.platform_role = ${role}`
  return sql<SqlBool>`a.deleted_at is null and ${searching(search.trim())}${ofRole}`
}

function searching(text: string): RawBuilder<SqlBool> {
  if (text === '') return sql<SqlBool>`true`
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const digits = text.replace(/\D/g, '')
  const byPhone =
    digits.length >= 3 && /^[+\d\s\-.()]+$/.test(text)
      ? sql<SqlBool>`regexp_replace(a.phone, '[^0-9]', '', 'g') like ${`%${digits}%`}`
      : sql<SqlBool>`false`
  if (isShort(text)) return holdsShort(PLAIN, text)
  return sql<SqlBool>`(a.search_text like folded(${like}) or ${byPhone})`
}

/** Whether the company lets people open accounts by themselves; yes while there is no company. */
export async function isSignUpOpen(db: Database): Promise<boolean> {
  const row = await db.selectFrom('company').select('sign_up_enabled').limit(1).executeTakeFirst()
  return row?.sign_up_enabled ?? true
}

/** What the company calls itself; null before its settings are filled in. */
export async function readCompanyName(db: Database): Promise<string | null> {
  return (await db.selectFrom('company').select('name').limit(1).executeTakeFirst())?.name ?? null
}

/** The version of the legal texts that somebody who agrees now agrees to. */
export async function readLegalDocuments(db: Database): Promise<unknown> {
  return (await db.selectFrom('company').select('legal_documents').limit(1).executeTakeFirst())
    ?.legal_documents
}

/**
 * Whether a stock is there to work at; accounts is the lowest module and may look. It stays until the transaction ends: who
 * deletes it meanwhile waits, and then finds who works there.
 */
export async function stockExists(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stock')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
