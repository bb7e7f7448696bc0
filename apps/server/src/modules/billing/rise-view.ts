import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { listRises, withdrawRise } from '@stowage/api/rises'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import { RISE_PLAN, RISE_TABLES, type NoticeFacts, type RisePlanRow } from './rise-store.ts'

export type RiseNotice = Answer<typeof withdrawRise>

/** A contract's plan with the names that a list shows. */
export interface NamedPlan extends RisePlanRow {
  readonly contractNumber: string
  readonly userName: string
  readonly unitNumber: string
  readonly physicalSize: number
  readonly categoryId: string | null
  readonly categoryName: string | null
}

const NAME = sql`coalesce(case when a.account_type = 'legal' then a.company end, nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)`

async function readPlans(db: Database, where: RawBuilder<SqlBool>): Promise<NamedPlan[]> {
  const { rows } = await sql<NamedPlan>`
    select ${RISE_PLAN}, c.number as "contractNumber", ${NAME} as "userName", b.unit_number as "unitNumber", b.size as "physicalSize", b.category_id as "categoryId", k.name as "categoryName"
      from ${RISE_TABLES} join account a on a.id = p.account_id left join box_category k on k.id = b.category_id
     where ${where} order by b.unit_number, c.number`.execute(db)
  return rows
}

/** What runs at a stock, by box number. */
export async function runningPlans(
  db: Database,
  stockId: string,
  categoryId: string | null,
): Promise<NamedPlan[]> {
  return await readPlans(
    db,
    sql<SqlBool>`p.stock_id = ${stockId} and p.closed_at is null and c.status = 'active' and (${categoryId}::text is null or b.category_id = ${categoryId})`,
  )
}

export async function plansOf(db: Database, contractIds: readonly string[]): Promise<NamedPlan[]> {
  return await readPlans(db, sql<SqlBool>`p.contract_id = any(${[...contractIds]}::text[])`)
}

/** How a stock raises rents; undefined for one that is not there. */
export async function riseRulesOf(
  db: Database,
  stockId: string,
): Promise<{ readonly noticeDays: number; readonly capPercent: number } | undefined> {
  return await db
    .selectFrom('stock')
    .select(['rise_notice_days as noticeDays', 'rise_cap_percent as capPercent'])
    .where('id', '=', stockId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

interface NoticeRow extends NoticeFacts {
  readonly id: string
  readonly contractId: string
  readonly contractNumber: string
  readonly userId: string
  readonly userName: string
  readonly stockId: string
  readonly unitNumber: string
  readonly currency: string
  readonly timeZone: string
  readonly announcedAt: Temporal.Instant
  readonly servedOn: string | null
  readonly withdrawnAt: Temporal.Instant | null
  readonly droppedReason: string | null
  readonly billedUntil: string | null
  /** The day on which the contract ended or ends, where that is certain: closed, or a leaving day of an open-ended one. */
  readonly endsOn: string | null
  readonly mailId: string | null
  readonly mailStatus: 'waiting' | 'sent' | 'failed' | null
  readonly mailSentAt: Temporal.Instant | null
  readonly mailRecipient: string | null
  readonly total: number
}

async function readNotices(
  db: Database | Tx,
  where: RawBuilder<SqlBool>,
  page: RawBuilder<unknown>,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select r.id, r.contract_id as "contractId", c.number as "contractNumber", r.account_id as "userId", ${NAME} as "userName", r.stock_id as "stockId", b.unit_number as "unitNumber", r.currency, s.time_zone as "timeZone",
           r.rate_before as "rateBefore", r.rate, r.effective_on::text as "effectiveOn", r.period_until::text as "periodUntil", r.period_months as months, r.net_before as "netBefore", r.gross_before as "grossBefore",
           r.net_after as "netAfter", r.gross_after as "grossAfter", r.promised_until::text as "promisedUntil", r.announced_at as "announcedAt", r.served_on::text as "servedOn", r.withdrawn_at as "withdrawnAt",
           r.dropped_reason as "droppedReason", p.billed_until::text as "billedUntil", case when c.closed_at is not null then (c.closed_at at time zone s.time_zone)::date when c.duration_months is null then p.end_day end::text as "endsOn",
           m.id as "mailId", m.status as "mailStatus", m.sent_at as "mailSentAt", m.recipient as "mailRecipient", count(*) over ()::int as total
      from rent_rise r join billing_plan p on p.id = r.plan_id join contract c on c.id = r.contract_id join box b on b.id = c.box_id join stock s on s.id = r.stock_id join account a on a.id = r.account_id
      left join mail m on m.id = r.mail_id
     where ${where} order by r.announced_at desc, r.id desc ${page}`.execute(db)
  return rows
}

function answer(row: NoticeRow, now: Temporal.Instant): RiseNotice {
  const today = now.toZonedDateTimeISO(row.timeZone).toPlainDate().toString()
  const state = stateOf(row, today)
  const isInvoiced = row.billedUntil !== null && row.billedUntil > row.effectiveOn
  return {
    id: row.id,
    contractId: row.contractId,
    contractNumber: row.contractNumber,
    userId: row.userId,
    userName: row.userName,
    stockId: row.stockId,
    unitNumber: row.unitNumber,
    currency: row.currency,
    rateBefore: row.rateBefore,
    rate: row.rate,
    period: {
      from: row.effectiveOn,
      until: row.periodUntil,
      months: row.months,
      netBefore: row.netBefore,
      grossBefore: row.grossBefore,
      netAfter: row.netAfter,
      grossAfter: row.grossAfter,
    },
    promisedUntil: row.promisedUntil,
    state,
    announced: row.announcedAt.toString(),
    servedOn: row.servedOn,
    mailId: row.mailId,
    mailStatus: row.mailStatus,
    mailSent: row.mailSentAt?.toString() ?? null,
    mailRecipient: row.mailRecipient,
    withdrawn: row.withdrawnAt?.toString() ?? null,
    mayWithdraw: (state === 'announced' || state === 'coming') && !isInvoiced,
  }
}

function stateOf(row: NoticeRow, today: string): RiseNotice['state'] {
  if (row.droppedReason !== null) return 'dropped'
  if (row.withdrawnAt !== null) return 'withdrawn'
  if (row.servedOn === null) return 'announced'
  if (row.endsOn !== null && row.endsOn <= row.effectiveOn) return 'lapsed'
  return row.effectiveOn <= today ? 'inForce' : 'coming'
}

/** One notice as it is now. */
export async function riseNotice(
  db: Database | Tx,
  id: string,
  now: Temporal.Instant,
): Promise<RiseNotice | undefined> {
  const [row] = await readNotices(db, sql<SqlBool>`r.id = ${id}`, sql`limit 1`)
  return row && answer(row, now)
}

const PAGE_SIZE = 50

/** Notices of a stock, a contract or all, newest first. */
export async function riseNotices(
  db: Database,
  of: { readonly stockId: string | null; readonly contractId: string | null; readonly page: number },
  now: Temporal.Instant,
): Promise<Answer<typeof listRises>> {
  const { stockId, contractId, page } = of
  const rows = await readNotices(
    db,
    sql<SqlBool>`(${stockId}::text is null or r.stock_id = ${stockId}) and (${contractId}::text is null or r.contract_id = ${contractId})`,
    pageWindow({ page, pageSize: PAGE_SIZE }),
  )
  return {
    items: rows.map((row) => answer(row, now)),
    total: rows[0]?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}
