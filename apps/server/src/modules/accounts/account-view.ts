import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DocumentKind } from '@stowage/domain/kyc'
import type { PlatformRole } from '@stowage/domain/roles'
import type { Database } from '../../platform/database/connect.ts'
import type { AccountRow } from './account-store.ts'

export interface ActorRow {
  readonly id: string
  readonly platformRole: PlatformRole
  readonly stockId: string | null
  readonly language: string
  readonly tokenGeneration: number
  readonly roleAlias: string | null
  readonly rolePermissions: readonly string[] | null
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
  readonly documents: readonly { kind: DocumentKind; rejectionReason: string | null }[]
  readonly legalDocuments: unknown
}

// The legal texts come from the catalog's table: accounts is the lowest module and may look, not call.
const VIEW = sql`
  select a.*, r.alias as "roleAlias", r.name as "roleTitle", r.permissions as "rolePermissions", r.built_in as "roleBuiltIn",
         (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'rejectionReason', k.rejection_reason)), '[]'::jsonb)
            from kyc_document k where k.account_id = a.id and k.replaced_at is null) as documents,
         (select c.legal_documents from company c limit 1) as "legalDocuments"
    from account a left join role r on r.id = a.role_id`

/** A living account as it is shown; undefined when there is none. */
export async function readAccount(db: Database, id: string): Promise<AccountView | undefined> {
  const { rows } = await sql<AccountView>`${VIEW} where a.id = ${id} and a.deleted_at is null`.execute(db)
  return rows[0]
}

export const USERS_PER_PAGE = 100

/**
 * Living accounts, newest first, 100 a page. A search text is looked for in e-mail, names, company and phone; a phone is
 * found by its digits however it is written.
 * @param page from 1
 */
export async function listAccounts(
  db: Database,
  given: { page: number; search?: string | undefined },
): Promise<{ rows: AccountView[]; total: number }> {
  const where = searching(given.search?.trim() ?? '')
  const { rows } = await sql<AccountView>`
    ${VIEW} where a.deleted_at is null and ${where} order by a.created_at desc, a.id limit ${USERS_PER_PAGE} offset ${(given.page - 1) * USERS_PER_PAGE}`.execute(
    db,
  )
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from account a where a.deleted_at is null and ${where}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

function searching(text: string): RawBuilder<SqlBool> {
  if (text === '') return sql<SqlBool>`true`
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const digits = text.replace(/\D/g, '')
  const byPhone =
    digits.length >= 3 && /^[+\d\s\-.()]+$/.test(text)
      ? sql<SqlBool>`regexp_replace(a.phone, '[^0-9]', '', 'g') like ${`%${digits}%`}`
      : sql<SqlBool>`false`
  return sql<SqlBool>`(a.email_key like ${like.toLowerCase()} or a.company ilike ${like} or concat_ws(' ', a.first_name, a.last_name, a.first_name) ilike ${like} or ${byPhone})`
}

/** Whether the company lets people open accounts by themselves; yes while there is no company. */
export async function isSignUpOpen(db: Database): Promise<boolean> {
  const row = await db.selectFrom('company').select('sign_up_enabled').limit(1).executeTakeFirst()
  return row?.sign_up_enabled ?? true
}

/** The version of the legal texts that somebody who agrees now agrees to. */
export async function readLegalDocuments(db: Database): Promise<unknown> {
  return (await db.selectFrom('company').select('legal_documents').limit(1).executeTakeFirst())
    ?.legal_documents
}
