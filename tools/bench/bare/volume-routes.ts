import type pg from 'pg'
import { permissionsOf } from '@stowage/domain/roles'
import type { BareRoute } from './routes.ts'

// What the lists of the back office answer, each made by the least SQL that makes it: one statement, nothing found twice, the
// words of a row for the rows that are shown only. That both answer the same is checked before anything is measured.

const page = (items: string, total: string, size: number, more = ''): string =>
  `select json_build_object('items', (select coalesce(json_agg(row_to_json(t)), '[]') from (${items}) t), 'total', (${total}), 'page', 1, 'pageSize', ${size}${more})::text as json`

const CALLED = `coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')), ''), nullif(a.company, ''), a.email)`

const SUPER = JSON.stringify(permissionsOf('superUser', null))
const has = (kind: string): string => `k.kinds ? '${kind}'`
const USER = `
  select a.id as "_id", a.email, a.platform_role as role, case when r.id is null then case a.platform_role when 'superUser' then 'super' when 'staff' then 'manager' else 'user' end when r.built_in then r.alias else r.name end as "roleName",
         a.role_id as "roleId", case a.platform_role when 'superUser' then '${SUPER}'::json when 'staff' then to_json(r.permissions) else '[]'::json end as permissions,
         a.language, a.account_type as "accountType", a.is_individual_entrepreneur as "isIndividualEntrepreneur", a.first_name as "firstName", a.last_name as "lastName", a.salutation, a.company,
         a.registration_number as "registrationNumber", a.tax_number as "taxNumber", a.vat_id as "vatId", a.country, a.city, a.address, a.house, a.zip, a.phone, a.personal_id as "personalId", a.currency,
         a.pin_hash is not null as "hasPinCode", a.is_adult as "isAdult", a.is_advertising_agree as "isAdvertisingAgree", a.agreed_documents_version is not null as "isAgreedWithDocs",
         a.agreed_documents_version as "agreedDocsVersion", null as "newerDocsVersion", a.is_kyc_verified as "isKYCVerified", a.was_kyc_verified as "wasKYCVerified", false as "isDeleted", a.stock_id as stock, ${CALLED} as "displayName",
         ${has('passport')} as "isPassportFileUploaded", ${has('selfie')} as "isSelfieFileUploaded", ${has('address')} as "isAddressFileUploaded", ${has('extra')} as "isExtraFileUploaded",
         k.kinds->'passport' as "passportKYCRejectionReason", k.kinds->'selfie' as "selfieKYCRejectionReason", k.kinds->'address' as "addressKYCRejectionReason", k.kinds->'extra' as "extraKYCRejectionReason",
         n.needed as "neededDocuments", array(select kind from unnest(n.needed) kind where not k.kinds ? kind) as "missingDocuments",
         array(select kind from unnest(n.needed) kind where k.kinds->>kind is not null) as "rejectedDocuments", null as "impersonatedBy", a.created_at as created, a.updated_at as updated
    from page p join account a on a.id = p.id left join role r on r.id = a.role_id
    cross join lateral (select coalesce(jsonb_object_agg(d.kind, d.rejection_reason), '{}') as kinds from kyc_document d where d.account_id = a.id and d.replaced_at is null) k
    cross join lateral (select case when a.is_individual_entrepreneur then array['passport', 'selfie', 'address', 'extra'] when a.account_type = 'legal' then array['extra'] else array['passport', 'selfie', 'address'] end as needed) n
   order by p.created_at desc, p.id`
const LIVING = 'from account a where a.deleted_at is null'
const NEWEST = 'order by created_at desc, id limit 100'
const USERS = `with page as materialized (select a.id, a.created_at ${LIVING} ${NEWEST}) ${page(USER, `select count(*) ${LIVING}`, 100)}`
const USERS_FOUND = `
  with found as materialized (select a.id, a.created_at ${LIVING} and a.search_text like folded($1)), page as (select * from found ${NEWEST})
  ${page(USER, 'select count(*) from found', 100)}`

const DEBT = `k.status <> 'pending' and exists (select 1 from document d where d.contract_id = k.id and d.status = 'open' and d.kind <> 'credit_note' and d.due_on < (now() at time zone s.time_zone)::date)`
const BOX = `
  select b.id as "_id", coalesce(b.external_id, b.id) as "UnitID", b.unit_number as "UnitNumber", trim_scale(b.size) as size, case when b.size <= 5 then 's' when b.size <= 10 then 'm' when b.size <= 21 then 'l' else 'xl' end as "sizeGroup", b.floor,
         b.month_rate as "MonthRate", b.month_rate + round(b.month_rate * v.individual_percent / 100)::bigint as "grossRate", f.is_occupied as "IsOccupied", f.is_reserved as "IsReserved",
         trim_scale(b.height) as "Height", trim_scale(b.width) as "Width", trim_scale(b.depth) as "Depth", coalesce(t.state, 'unavailable') as "lockStatus", b.lock_id as "lockId", k.id as "ContractID", k.number as "ContractNumber",
         case when a.id is null then null else json_build_object('id', a.id, 'fullName', ${CALLED}) end as "userInfo", f.in_debt as "inDebt", b.stock_id as "stockId", b.description, g.name as category, b.own_rate as "ownRate", b.unit_number as "number", trim_scale(b.size) as "PhysicalSize", v.is_external as "isExternal", b.created_at as created, b.updated_at as updated
    from page f join box b on b.id = f.id left join lock_state t on t.stock_id = b.stock_id and t.lock_id = b.lock_id left join contract k on k.id = f.holder_id left join account a on a.id = k.account_id
    left join box_category g on g.id = b.category_id cross join (select r.individual_percent, s.is_external from stock s join stock_vat r on r.stock_id = s.id where s.id = $1 and r.valid_from <= current_date order by r.valid_from desc limit 1) v
   order by f.size, f.letters, f.figures`
const boxes = (condition: string): string => `
  with found as materialized (
    select b.id, b.size, regexp_replace(b.unit_number, '[0-9]+$', '') as letters, substring(b.unit_number from '[0-9]{1,30}$')::numeric as figures, b.month_rate is null as unpriced, c.holder_id,
           c.id is null as is_free, coalesce(c.kind = 'contract', false) as is_occupied, coalesce(c.kind = 'reservation', false) as is_reserved, coalesce(${DEBT}, false) as in_debt
      from box b join stock s on s.id = b.stock_id left join box_claim c on c.box_id = b.id and c.released_at is null left join contract k on k.id = c.holder_id where b.stock_id = $1 and b.deleted_at is null${condition}),
  page as (select * from found order by size, letters, figures limit 9)
  ${page(
    BOX,
    'select count(*) from found',
    9,
    `, 'counts', (select json_build_object('all', count(*), 'free', count(*) filter (where is_free), 'occupied', count(*) filter (where is_occupied), 'reserved', count(*) filter (where is_reserved), 'debt', count(*) filter (where in_debt), 'unpriced', count(*) filter (where unpriced)) from found)`,
  )}`

const TODAY = '(now() at time zone s.time_zone)::date'
const CONTRACT = `
  select c.id as "ContractID", c.number as "ContractNumber", c.status, json_build_object('_id', s.id, 'name', s.name) as stock, json_build_object('id', a.id, 'fullName', ${CALLED}) as "userInfo", c.box_id as "boxId", b.unit_number as "UnitNumber",
         c.start_day as "StartDate", c.end_day as "EndDate", c.planned_leave_day as "NoticeLeaveDate", coalesce(c.status in ('active', 'ended') and c.planned_leave_day is null and c.end_day <= ${TODAY} + 30, false) as "isNoticeMissing",
         case when c.status in ('active', 'ended') then least(c.end_day, c.planned_leave_day) - ${TODAY} end as "daysLeft"
    from page p join contract c on c.id = p.id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id`
const BY_NUMBER = 'order by c.number desc, c.id desc limit 50'
const CONTRACTS = `with page as materialized (select c.id from contract c ${BY_NUMBER}) ${page(`${CONTRACT} order by c.number desc`, 'select count(*) from contract', 50)}`
const CONTRACTS_ENDING = `
  with found as materialized (select c.id, least(c.end_day, c.planned_leave_day) as day from contract c join stock s on s.id = c.stock_id where c.status in ('active', 'ended') and least(c.end_day, c.planned_leave_day) <= current_date + 32 and least(c.end_day, c.planned_leave_day) <= ${TODAY} + 30),
  page as (select * from found order by day, id limit 50)
  ${page(`${CONTRACT} order by p.day, p.id`, 'select count(*) from found', 50)}`
const CONTRACTS_OF = `
  with found as materialized (select c.id, c.number from account a join contract c on c.account_id = a.id where a.deleted_at is null and a.search_text like folded($1)), page as (select * from found order by number desc limit 50)
  ${page(`${CONTRACT} order by c.number desc`, 'select count(*) from found', 50)}`
const CONTRACTS_NUMBERED = `
  with found as materialized (select c.id, c.number from contract c where c.number like $1), page as (select * from found order by number desc limit 50)
  ${page(`${CONTRACT} order by c.number desc`, 'select count(*) from found', 50)}`

const WITH_INVOICE = `m.kind in ('bookingContract', 'paymentInstructions', 'invoiceReminder')`
const UNMAILED = `d.status = 'open' and d.kind = 'invoice' and d.gross > d.paid and c.status <> 'pending' and not exists (select 1 from mail m where m.document_id = d.id and m.status = 'sent' and ${WITH_INVOICE})`
const INVOICE = `
  select d.id as "InvoiceID", d.number as "InvoiceNumber", c.id as "ContractID", c.number as "ContractNumber", json_build_object('_id', s.id, 'name', s.name) as stock, json_build_object('id', a.id, 'fullName', ${CALLED}) as "userInfo",
         d.snapshot->>'unitNumber' as "UnitNumber", d.currency as "CurrencyCode", d.gross as "Amount", d.gross - d.paid as debt, d.due_on as "dueDate", d.due_on < ${TODAY} as "isOverdue", m.status as mail, m.status <> 'waiting' as "maySend"
    from page p join document d on d.id = p.id join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id join account a on a.id = c.account_id
    cross join lateral (select coalesce((select m.status from mail m where m.document_id = d.id and ${WITH_INVOICE} order by m.created_at desc limit 1), 'none') as status) m
   order by p.due_on, p.id`
const invoices = (from: string, condition: string): string => `
  with found as materialized (select d.id, d.due_on from ${from} where ${UNMAILED}${condition}), page as (select * from found order by due_on, id limit 50)
  ${page(INVOICE, 'select count(*) from found', 50)}`
const DEBTOR = `
  select c.id as "ContractID", c.number as "ContractNumber", json_build_object('_id', s.id, 'name', s.name) as stock, json_build_object('id', a.id, 'fullName', ${CALLED}) as "userInfo", c.box_id as "boxId", b.unit_number as "UnitNumber", p.currency as "CurrencyCode", p.debt,
         (select sum(d.gross - d.paid) from document d where d.contract_id = c.id and d.status = 'open' and d.kind <> 'credit_note' and d.currency = p.currency) as unpaid, p.since as "dueDate", ${TODAY} - p.since as "daysOverdue"
    from page p join contract c on c.id = p.id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id order by p.debt desc, p.id desc`
const DEBTORS = `
  with owing as materialized (
    select d.contract_id as id, d.currency, sum(d.gross - d.paid) as debt, min(d.due_on) as since from document d join contract c on c.id = d.contract_id join stock s on s.id = c.stock_id
     where d.status = 'open' and d.kind <> 'credit_note' and d.gross > d.paid and d.due_on < current_date + 2 and d.due_on < ${TODAY} and c.status <> 'pending' group by d.contract_id, d.currency),
  each as materialized (select currency, count(*) as count, sum(debt) as debt from owing group by currency order by count(*) desc, currency),
  page as (select * from owing where currency = (select currency from each limit 1) order by debt desc, id desc limit 50)
  ${page(DEBTOR, 'select count from each limit 1', 50, `, 'currency', (select currency from each limit 1), 'currencies', (select json_agg(json_build_object('CurrencyCode', currency, 'count', count, 'debt', debt)) from each)`)}`
const DOCUMENTS = `
  select coalesce(json_agg(row_to_json(t)), '[]')::text as json from (
    select d.id as "DocumentId", d.id as "DocumentID", d.id as "InvoiceID", d.number as "InvoiceNumber", c.id as "ContractID", c.number as "ContractNumber", case d.kind when 'credit_note' then 'CreditNote' when 'statement' then 'Statement' else 'Invoice' end as "DocumentType",
           d.snapshot->>'unitNumber' as "UnitNumber", c.box_id as "boxId", d.currency, d.gross as "Amount", d.net, d.vat as "VATAmount", o.debt = 0 as paid, d.paid as "paidAmount", o.debt, o.debt > 0 and d.due_on < ${TODAY} and c.status <> 'pending' as overdue, d.status,
           d.period_from as "periodFrom", d.period_to as "periodTo", d.document_date as "DocumentDate", d.accounting_date as "AccountingDate", d.due_on as "dueDate", (d.paid_at at time zone s.time_zone)::date as "paymentDate", d.comment as "InvoiceComment", null as "Description",
           c.number || ' · ' || (d.snapshot->>'unitNumber') as "DocumentDescription", json_build_object('stockId', d.stock_id, 'userId', d.account_id, 'contractId_sm', c.external_id) as "contractData",
           (select coalesce(json_agg(json_build_object('kind', l.kind, 'quantity', l.quantity, 'unitNet', l.unit_net, 'discountPercent', l.discount_percent, 'discount', l.discount, 'net', l.net, 'vatPercent', l.vat_percent, 'vat', l.vat, 'gross', l.gross, 'explanation', l.explanation - 'discount') order by l.position), '[]') from document_line l where l.document_id = d.id) as lines,
           d.stock_id as "stockId", false as "mayPay", exists (select 1 from payment p where p.reference = 'document:' || d.id and p.status = 'pending') as "paymentUnderWay"
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id cross join lateral (select case when d.kind = 'credit_note' then 0 else d.gross - d.paid end as debt) o
     where d.contract_id = $1 and d.status <> 'void' order by d.issued_on desc, d.id desc) t`

const person = (column: string): string =>
  `(select json_build_object('id', a.id, 'email', a.email, 'fullName', coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)) from account a where a.id = r.${column})`
const RECORD = `
  select r.id as "_id", r.at, r.recorded_at as "recordedAt", ${person('actor_id')} as actor, ${person('on_behalf_of')} as "onBehalfOf", r.action, r.subject_type as "subjectType", r.subject_id as "subjectId",
         coalesce(case r.subject_type when 'account' then (select coalesce(nullif(company, ''), nullif(concat_ws(' ', first_name, last_name), ''), email) from account where id = r.subject_id) when 'box' then (select unit_number from box where id = r.subject_id)
                    when 'contract' then (select number from contract where id = r.subject_id) when 'document' then (select number from document where id = r.subject_id) when 'stock' then (select name from stock where id = r.subject_id)
                    when 'city' then (select city from city where id = r.subject_id) when 'category' then (select name from box_category where id = r.subject_id) when 'seller' then (select name from seller where id = r.subject_id) end, r.after->>'name', r.before->>'name') as "subjectName",
         case r.subject_type when 'contract' then (select account_id from contract where id = r.subject_id) when 'document' then (select account_id from document where id = r.subject_id) when 'account' then r.subject_id end as "subjectAccountId",
         (select json_build_object('id', s.id, 'name', s.name) from stock s where s.id = r.stock_id) as stock, r.before, r.after, r.address, r.sequence is not null as "isChained"
    from page r order by r.at desc, r.id desc`
const audit = (condition: string): string => `
  with page as materialized (select * from audit r where ${condition} order by r.at desc, r.id desc limit 50)
  ${page(RECORD, `select count(*) from (select from audit r where ${condition} limit 10000) counted`, 50)}`
const PEOPLE = `select a.id from account a where a.deleted_at is null and a.search_text like folded($1) union all select a.id from account a where a.deleted_at is not null and a.search_text like folded($1)`
// Asked for within the question they would be read for each record.
const AUDIT_OF = audit('r.actor_id = any($1::text[]) or r.on_behalf_of = any($1::text[])')

const part = (text: string): string => `%${text}%`

/** The lists of a large company; the query names are the product's. */
export function volumeRoutes(pool: pg.Pool): Readonly<Record<string, BareRoute>> {
  const ask = async (name: string, text: string, ...values: readonly unknown[]): Promise<string> => {
    const { rows } = await pool.query<{ json: string }>({ name, text, values: [...values] })
    return rows[0]?.json ?? ''
  }
  const given = (query: URLSearchParams, name: string): string => query.get(name) ?? ''
  return {
    'GET /users': async () => await ask('users', USERS),
    'GET /users/search': async (_body, query) =>
      await ask('users-found', USERS_FOUND, part(given(query, 'search'))),
    'GET /boxes-of-stock': async (_body, query) => {
      const stockId = given(query, 'stockId')
      const number = query.get('number')
      return number === null
        ? await ask('boxes', boxes(''), stockId)
        : await ask('boxes-found', boxes(' and b.unit_number ilike $2'), stockId, part(number))
    },
    'GET /contracts': async () => await ask('contracts', CONTRACTS),
    'GET /contracts/ending': async () => await ask('contracts-ending', CONTRACTS_ENDING),
    'GET /contracts/of': async (_body, query) =>
      await ask('contracts-of', CONTRACTS_OF, part(given(query, 'search'))),
    'GET /contracts/numbered': async (_body, query) =>
      await ask('contracts-numbered', CONTRACTS_NUMBERED, part(given(query, 'search'))),
    'GET /invoices': async () =>
      await ask('invoices', invoices('document d join contract c on c.id = d.contract_id', '')),
    'GET /invoices/of': async (_body, query) =>
      await ask(
        'invoices-of',
        invoices(
          'account a join contract c on c.account_id = a.id join document d on d.contract_id = c.id',
          ` and a.deleted_at is null and a.search_text like folded($1)`,
        ),
        part(given(query, 'search')),
      ),
    'GET /debtors': async () => await ask('debtors', DEBTORS),
    'GET /documents': async (_body, query) => await ask('documents', DOCUMENTS, given(query, 'contractId')),
    'GET /audit': async (_body, query) => {
      const who = query.get('who')
      const action = query.get('action')
      if (who !== null) {
        const { rows } = await pool.query<{ id: string }>({
          name: 'people',
          text: PEOPLE,
          values: [part(who)],
        })
        return await ask(
          'audit-of',
          AUDIT_OF,
          rows.map(({ id }) => id),
        )
      }
      if (action !== null) return await ask('audit-action', audit('r.action = $1'), action)
      return await ask('audit', audit('true'))
    },
  }
}
