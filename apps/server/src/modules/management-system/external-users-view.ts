import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { emailKeyOf } from '../accounts/index.ts'
import type { Customer } from './customer-facts.ts'

/** A customer of the copy with what this house knows of him. */
export interface CustomerRow extends Customer {
  readonly id: string
  readonly accountId: string | null
  readonly isCompany: boolean
  readonly otherContacts: string | null
  readonly createdAt: string
  readonly openContracts: number
  readonly debt: number
  readonly currency: string | null
  /** The living account that has his e-mail address; `isConfirmed`: its owner has shown that it is his, or came from another site. */
  readonly namesake: { readonly id: string; readonly isClient: boolean; readonly isConfirmed: boolean } | null
}

export async function customersOf(
  db: Database,
  stockId: string,
  today: Temporal.PlainDate,
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select k.id, k.account_id as "accountId", k.is_company as "isCompany", k.company, k.registration_number as "registrationNumber", k.vat_number as "vatNumber", k.salutation, k.first_name as "firstName", k.last_name as "lastName", k.email, k.phone, k.other_contacts as "otherContacts", k.address, k.city, k.zip, k.country, k.created_at as "createdAt",
           coalesce(c.open, 0) as "openContracts", coalesce(c.debt, 0)::bigint as debt, c.currency,
           (select json_build_object('id', a.id, 'isClient', a.platform_role = 'client', 'isConfirmed', a.email_confirmed_at is not null or exists (select 1 from external_customer o where o.account_id = a.id and o.stock_id <> k.stock_id))
              from account a where a.email_key = ${emailKeyOf('k.email')} and a.deleted_at is null) as namesake
      from external_customer k
      left join lateral (
        select count(*) filter (where x.leave_day is null or x.leave_day > ${today.toString()}::date)::int as open, sum(greatest(x.balance, 0)) as debt, min(x.currency) as currency
          from external_contract x where x.stock_id = k.stock_id and x.customer_id = k.id) c on true
     where k.stock_id = ${stockId} and k.erased_at is null
     order by lower(coalesce(k.company, k.last_name, k.email, k.id)), k.id`.execute(db)
  return rows
}
