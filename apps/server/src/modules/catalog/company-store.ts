import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { CompanySettings } from './set-company.ts'

/** Two editors at once wait for one another, also when there is no row to lock yet. */
export async function lockCompany(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('stowage company'))`.execute(tx)
}

export async function upsertCompany(tx: Tx, company: CompanySettings, at: Temporal.Instant): Promise<void> {
  const values = {
    name: company.name,
    address: company.address,
    email: company.email,
    website: company.website,
    support_phone: company.supportPhone,
    office_hours: JSON.stringify(company.officeHours),
    legal_documents: JSON.stringify(company.legalDocuments),
    reports_enabled: company.reportsEnabled,
    sign_up_enabled: company.signUpEnabled,
    updated_at: at,
  }
  await tx
    .insertInto('company')
    .values({ id: 'company', ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
