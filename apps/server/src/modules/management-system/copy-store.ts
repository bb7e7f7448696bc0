import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { SiteReading } from './site-rows.ts'

/** Forgets what another database or site has said: a copy is of one. Accounts that were imported stay, and are found again. */
export async function forgetCopies(tx: Tx, stockId: string): Promise<void> {
  await sql`delete from external_document where stock_id = ${stockId}`.execute(tx)
  await sql`delete from external_contract where stock_id = ${stockId}`.execute(tx)
  // Who was imported stays linked: his account is ours. Who was erased stays so: a source on another machine is mostly the same one.
  await sql`delete from external_customer where stock_id = ${stockId} and account_id is null and erased_at is null`.execute(
    tx,
  )
}

/** Most of what comes again is what stands there already, and nobody writes that anew every five minutes. */
const changes = (table: string, columns: readonly string[]) =>
  sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))}) is distinct from (${sql.join(columns.map((column) => sql.ref(`excluded.${column}`)))})`

/** What has come takes the place of what was there, row by row; what has not come stays as it is. */
export async function keepCopies(tx: Tx, stockId: string, reading: SiteReading): Promise<void> {
  const rows = (of: readonly object[]) => sql`${JSON.stringify(of)}::jsonb`
  if (reading.contracts.length > 0)
    await sql`
      insert into external_contract (stock_id, id, number, customer_id, unit_id, start_day, end_day, notice_leave_day, leave_day, paid_until, period_months, month_rate, discount_percent, vat_percent, currency, insurance_amount, insurance_coverage, deposit_amount, balance)
      select ${stockId}, x."ContractID", x."ContractNumber", x."CustomerID", x."UnitID", x."StartDate", x."EndDate", x."NoticeLeaveDate", x."LeaveDate", x."PaidUntil", x."InvoiceFrequency", x."MonthRate", coalesce(x."DiscountPercent", 0), x."VATRate", x."CurrencyCode", x."InsuranceAmount", x."InsuranceCoverage", x."DepositAmount", x."Balance"
        from jsonb_to_recordset(${rows(reading.contracts)}) as x("ContractID" text, "ContractNumber" text, "CustomerID" text, "UnitID" text, "StartDate" date, "EndDate" date, "NoticeLeaveDate" date, "LeaveDate" date, "PaidUntil" date, "InvoiceFrequency" int, "MonthRate" bigint, "DiscountPercent" numeric, "VATRate" numeric, "CurrencyCode" text, "InsuranceAmount" bigint, "InsuranceCoverage" bigint, "DepositAmount" bigint, "Balance" bigint)
      on conflict (stock_id, id) do update
        set number = excluded.number, customer_id = excluded.customer_id, unit_id = excluded.unit_id, start_day = excluded.start_day, end_day = excluded.end_day, notice_leave_day = excluded.notice_leave_day, leave_day = excluded.leave_day, paid_until = excluded.paid_until, period_months = excluded.period_months,
            month_rate = excluded.month_rate, discount_percent = excluded.discount_percent, vat_percent = excluded.vat_percent, currency = excluded.currency, insurance_amount = excluded.insurance_amount, insurance_coverage = excluded.insurance_coverage, deposit_amount = excluded.deposit_amount, balance = excluded.balance
        where ${changes('external_contract', ['number', 'customer_id', 'unit_id', 'start_day', 'end_day', 'notice_leave_day', 'leave_day', 'paid_until', 'period_months', 'month_rate', 'discount_percent', 'vat_percent', 'currency', 'insurance_amount', 'insurance_coverage', 'deposit_amount', 'balance'])}`.execute(
      tx,
    )
  if (reading.customers.length > 0)
    await sql`
      insert into external_customer (stock_id, id, is_company, company, registration_number, vat_number, salutation, first_name, last_name, email, phone, other_contacts, address, city, zip, country, created_at)
      select ${stockId}, x."CustomerID", x."IsCompany", x."CompanyName", x."RegistrationNumber", x."VATNumber", x."Salutation", x."FirstName", x."LastName", x."Email", x."Phone", x."OtherContacts", x."Address", x."City", x."Zip", x."Country", x."CreatedAt"
        from jsonb_to_recordset(${rows(reading.customers)}) as x("CustomerID" text, "SiteID" text, "IsCompany" boolean, "CompanyName" text, "RegistrationNumber" text, "VATNumber" text, "Salutation" text, "FirstName" text, "LastName" text, "Email" text, "Phone" text, "OtherContacts" text, "Address" text, "City" text, "Zip" text, "Country" text, "CreatedAt" text)
       -- One of the whole company is here when he has rented here.
       where x."SiteID" is not null or exists (select 1 from external_contract c where c.stock_id = ${stockId} and c.customer_id = x."CustomerID")
      on conflict (stock_id, id) do update
        set is_company = excluded.is_company, company = excluded.company, registration_number = excluded.registration_number, vat_number = excluded.vat_number, salutation = excluded.salutation, first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
            other_contacts = excluded.other_contacts, address = excluded.address, city = excluded.city, zip = excluded.zip, country = excluded.country, created_at = excluded.created_at
        where external_customer.erased_at is null`.execute(tx)
  if (reading.documents.length > 0)
    await sql`
      insert into external_document (stock_id, id, kind, number, contract_id, customer_id, document_date, accounting_date, due_date, period_from, period_to, net, vat, gross, open_amount, currency, payment_date, payment_method, description, comment)
      select ${stockId}, x."DocumentID", x."DocumentType", x."InvoiceNumber", x."ContractID", x."CustomerID", x."DocumentDate", x."AccountingDate", x."DueDate", x."PeriodFrom", x."PeriodTo", x."AmountNet", x."VATAmount", x."AmountGross", x."OpenAmount", x."CurrencyCode", x."PaymentDate", x."PaymentMethod", x."DocumentDescription", x."InvoiceComment"
        from jsonb_to_recordset(${rows(reading.documents)}) as x("DocumentID" text, "DocumentType" text, "InvoiceNumber" text, "ContractID" text, "CustomerID" text, "DocumentDate" date, "AccountingDate" date, "DueDate" date, "PeriodFrom" date, "PeriodTo" date, "AmountNet" bigint, "VATAmount" bigint, "AmountGross" bigint, "OpenAmount" bigint, "CurrencyCode" text, "PaymentDate" date, "PaymentMethod" text, "DocumentDescription" text, "InvoiceComment" text)
       where not exists (select 1 from external_customer k where k.stock_id = ${stockId} and k.id = x."CustomerID" and k.erased_at is not null)
      on conflict (stock_id, id) do update
        set kind = excluded.kind, number = excluded.number, contract_id = excluded.contract_id, customer_id = excluded.customer_id, document_date = excluded.document_date, accounting_date = excluded.accounting_date, due_date = excluded.due_date, period_from = excluded.period_from, period_to = excluded.period_to,
            net = excluded.net, vat = excluded.vat, gross = excluded.gross, open_amount = excluded.open_amount, currency = excluded.currency, payment_date = excluded.payment_date, payment_method = excluded.payment_method, description = excluded.description, comment = excluded.comment
        where ${changes('external_document', ['kind', 'number', 'contract_id', 'customer_id', 'document_date', 'accounting_date', 'due_date', 'period_from', 'period_to', 'net', 'vat', 'gross', 'open_amount', 'currency', 'payment_date', 'payment_method', 'description', 'comment'])}`.execute(
      tx,
    )
}

/** Which account stands for a customer. What was asked of him before he had one, his account is to ask anew. */
export async function linkCustomer(
  tx: Tx,
  of: { readonly stockId: string; readonly customerId: string; readonly accountId: string },
): Promise<void> {
  await sql`
    update external_customer set account_id = ${of.accountId}, erase_asked_at = null where stock_id = ${of.stockId} and id = ${of.customerId}`.execute(
    tx,
  )
}
