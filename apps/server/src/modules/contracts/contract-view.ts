import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { unitOf } from '@stowage/domain/box'
import {
  isRunningStatus,
  statusesOf,
  type ContractFilter,
  type ContractStatus,
} from '@stowage/domain/contract-life'
import { rateOn } from '@stowage/domain/dated-rate'
import { extensionOfferedFrom, extensionRefusal, isExtended } from '@stowage/domain/extension'
import { money } from '@stowage/domain/money'
import { leavingDays, mayGiveNotice, noticeOfferedFrom, noticeRules } from '@stowage/domain/notice'
import { daysPaidAhead, paidUntil } from '@stowage/domain/paid-ahead'
import { forWholePeriods, priceContract, type PriceTerms } from '@stowage/domain/price'
import { comingRate, pricedFrom, promisedUntil } from '@stowage/domain/rise'
import { extendingTerms, termEnd, termOn } from '@stowage/domain/term'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { termsByLaw, vatOfStock, type DatedVat, type StoredTerms } from '../billing/index.ts'
import { isBeingPaid, owedRows } from './being-paid-view.ts'
import { owedOf, type OwedDocument } from './owed-of.ts'
import { oldCopyOf } from './old-copy.ts'
import { tariffOf } from './tariff-of.ts'

export type ContractAnswer = Answer<typeof getContract>

interface Row {
  readonly id: string
  readonly externalId: string | null
  readonly number: string
  readonly status: ContractStatus
  readonly boxId: string
  readonly unitNumber: string
  readonly size: number
  readonly stockId: string
  readonly stockName: string
  readonly stockAddress: string
  readonly timeZone: string
  readonly accountId: string
  readonly accountName: string
  readonly internalUserId: string | null
  readonly lateFeeAgreed: boolean
  readonly doorClosingAgreed: boolean
  readonly startDay: string
  readonly endDay: string | null
  readonly leaveAt: Temporal.Instant | null
  readonly plannedLeaveDay: string | null
  readonly plannedLeaveTime: string | null
  readonly termStartDay: string
  readonly extendedOn: string | null
  readonly isExternal: boolean
  /** Of a contract that the source keeps; null for ours. */
  readonly wishes: ContractAnswer['wishes']
  readonly source: { paidUntil: string | null; debt: number; dueOn: string | null; deposit: number } | null
  readonly syncedAt: string | null
  readonly holdUntil: Temporal.Instant | null
  readonly paymentMethod: string
  readonly durationMonths: number | null
  readonly periodMonths: number
  readonly currency: string
  readonly monthRate: number
  readonly terms: StoredTerms
  /** Those behind the first. */
  readonly laterTerms: readonly StoredTerms[]
  readonly vat: DatedVat
  readonly riseNoticeDays: number
  readonly firstDocumentId: string | null
  readonly firstPaymentNumber: number | null
  readonly bookedAt: Temporal.Instant
  readonly closedAt: Temporal.Instant | null
  readonly moveOutUntil: Temporal.Instant | null
  readonly withdrawnAt: Temporal.Instant | null
  readonly isHeldBehind: boolean
  readonly isUnsettled: boolean
  readonly updatedAt: Temporal.Instant | null
  readonly debt: number
  readonly overdue: number
  readonly owed: readonly OwedDocument[]
  readonly freeDays: number
  readonly underWay: boolean
  readonly isBeingPaid: boolean
  readonly firstPaymentReversed: boolean
  readonly plannedStartDay: string | null
  readonly lockStatus: string | null
  /** Boxes it has left, the first one first. */
  readonly boxesBefore: readonly { boxId: string; unitNumber: string; until: string }[]
  readonly billed: readonly { from: string; until: string; isPaid: boolean }[]
}

/** Owner, superUser, staff with contracts.read of the stock; an internal contract only superUser and that user. */
export function visibleTo(actor: Actor): RawBuilder<SqlBool> {
  if (isSuperUser(actor)) return sql<SqlBool>`true`
  const own = sql<SqlBool>`(c.account_id = ${actor.id} and c.internal_user_id is null) or c.internal_user_id = ${actor.id}`
  if (!actor.grants.has('contracts.read')) return sql<SqlBool>`(${own})`
  const stock = actor.stockId === null ? sql<SqlBool>`true` : sql<SqlBool>`c.stock_id = ${actor.stockId}`
  return sql<SqlBool>`(${own} or (c.internal_user_id is null and ${stock}))`
}

async function read(db: Database, where: RawBuilder<SqlBool>, now: Temporal.Instant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.external_id as "externalId", c.number, c.status, c.box_id as "boxId", b.unit_number as "unitNumber", b.size, c.stock_id as "stockId", s.name as "stockName", s.address as "stockAddress", s.time_zone as "timeZone",
           c.account_id as "accountId", coalesce(case when a.account_type = 'legal' then a.company end, nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email) as "accountName", c.internal_user_id as "internalUserId", c.late_fee_agreed as "lateFeeAgreed", c.door_closing_agreed as "doorClosingAgreed",
           c.start_day::text as "startDay", c.end_day::text as "endDay", c.leave_at as "leaveAt", c.planned_leave_day::text as "plannedLeaveDay", to_char(c.planned_leave_time, 'HH24:MI') as "plannedLeaveTime", coalesce(c.term_start_day, c.start_day)::text as "termStartDay", (c.extended_at at time zone s.time_zone)::date::text as "extendedOn", s.is_external as "isExternal", case when c.source_debt is not null then (select to_char(e.synced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from external_site e where e.stock_id = c.stock_id) end as "syncedAt", case when c.source_debt is not null then json_build_object('paidUntil', c.source_paid_until, 'debt', c.source_debt, 'dueOn', c.source_due_on, 'deposit', coalesce(c.source_deposit, 0)) end as source, case when c.external_id is not null then (select json_agg(json_build_object('kind', t.kind, 'date', t.date_value, 'asked', to_char(t.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by t.asked_at, t.id) from external_task t where t.contract_id = c.id and t.done_at is null and t.kind <> 'document_dates') end as wishes, c.hold_until as "holdUntil", c.payment_method as "paymentMethod", c.duration_months as "durationMonths",
           c.period_months as "periodMonths", c.currency, c.month_rate as "monthRate", coalesce(p.terms, c.price) as terms, coalesce(p.later_terms, '[]') as "laterTerms", s.rise_notice_days as "riseNoticeDays", ${vatOfStock('c.stock_id')} as vat, c.first_document_id as "firstDocumentId", c.first_payment_reversed as "firstPaymentReversed", (select f.payment_number from document f where f.id = c.first_document_id) as "firstPaymentNumber", c.booked_at as "bookedAt", c.closed_at as "closedAt", c.move_out_window_until as "moveOutUntil", c.withdrawn_at as "withdrawnAt", c.withdrawn_at is not null and c.cleared_at is null as "isHeldBehind", c.withdrawn_at is not null and p.id is not null and p.closed_at is null as "isUnsettled", c.updated_at as "updatedAt",
           coalesce(d.debt, 0)::bigint as debt, case when c.status = 'pending' then 0 else coalesce(d.overdue, 0) end::bigint as overdue, coalesce(d.under_way, false) as "underWay", c.status = 'pending' and ${isBeingPaid(now)} as "isBeingPaid", c.planned_start_day::text as "plannedStartDay", coalesce(d.billed, '[]') as billed, s.days_without_fee as "freeDays",
           case when c.status = 'pending' then '[]'::json else coalesce(d.owed, '[]') end as owed,
           (select coalesce(json_agg(json_build_object('boxId', t.from_box_id, 'unitNumber', tb.unit_number, 'until', t.first_day) order by t.moved_at, t.id), '[]') from contract_transfer t join box tb on tb.id = t.from_box_id where t.contract_id = c.id) as "boxesBefore", l.state as "lockStatus"
      from contract c join box b on b.id = c.box_id join stock s on s.id = c.stock_id join account a on a.id = c.account_id left join billing_plan p on p.contract_id = c.id
      left join lock_state l on l.stock_id = c.stock_id and l.lock_id = b.lock_id
      left join lateral (
        select sum(d.gross - d.paid) filter (where d.status = 'open' and d.kind <> 'credit_note') as debt,
               sum(d.gross - d.paid) filter (where d.status = 'open' and d.kind <> 'credit_note' and d.due_on < (${now.toString()}::timestamptz at time zone s.time_zone)::date) as overdue,
               ${owedRows(now)} as owed,
               bool_or(exists (select 1 from payment p where p.reference = 'document:' || d.id and p.status = 'pending')) as under_way,
               json_agg(json_build_object('from', d.period_from, 'until', coalesce(d.moved_on, d.period_to), 'isPaid', d.status = 'paid') order by d.period_from, d.created_at, d.id) filter (where d.kind = 'invoice' and (d.moved_on is null or d.moved_on > d.period_from)) as billed
          from document d where d.contract_id = c.id and d.status <> 'void') d on true
     where ${where} order by c.number desc`.execute(db)
  return rows
}

function answer(row: Row, actor: Actor, now: Temporal.Instant): ContractAnswer {
  const today = now.toZonedDateTimeISO(row.timeZone).toPlainDate()
  const terms = termsByLaw(row.terms, row.vat)
  const all = [terms, ...row.laterTerms.map((later) => termsByLaw(later, row.vat))] as const
  const shown = shownPeriod(all, row.billed)
  const period = priceContract({ ...forWholePeriods(shown.term), depositMonths: 0 }, shown.index)
  const rent = period?.lines.find((line) => line.kind === 'rent')
  const zero = money(0, terms.rate.currency)
  const start = Temporal.PlainDate.from(row.startDay)
  const billed = row.billed.map((entry) => ({
    from: Temporal.PlainDate.from(entry.from),
    until: Temporal.PlainDate.from(entry.until),
    isPaid: entry.isPaid,
  }))
  const isOwner = row.accountId === actor.id
  const isRunning = isRunningStatus(row.status)
  const life = lifeOf(row, today)
  return {
    id: row.id,
    externalId: row.externalId,
    contractNumber: row.number,
    status: row.status,
    stock: {
      id: row.stockId,
      name: row.stockName,
      address: row.stockAddress,
      currency: row.currency,
      timeZone: row.timeZone,
    },
    stockId: row.stockId,
    userId: row.accountId,
    userName: row.accountName,
    internalUserId: row.internalUserId,
    lateFeeAgreed: row.lateFeeAgreed,
    doorClosingAgreed: row.doorClosingAgreed,
    boxId: row.boxId,
    unitNumber: row.unitNumber,
    physicalSize: row.size,
    unit: unitOf(row.unitNumber),
    startDate: row.startDay,
    plannedStartDate: row.plannedStartDay,
    endDate: row.endDay,
    leaveDate: row.leaveAt?.toString() ?? null,
    noticeLeaveDate: row.plannedLeaveDay,
    holdUntil: row.holdUntil?.toString() ?? null,
    paymentMethod: row.paymentMethod,
    durationMonths: row.durationMonths,
    tariff: tariffOf(row.terms),
    invoiceFrequency: row.periodMonths,
    monthRate: rateOn(shown.term, today).rate.amount,
    periodNet: (period?.totals.net ?? zero).amount,
    periodGross: (period?.totals.gross ?? zero).amount,
    currencyCode: row.currency,
    vatRate: rent?.vatPercent ?? 0,
    vatAmount: (period?.totals.vat ?? zero).amount,
    insuranceAmount: terms.insurance?.monthly.amount ?? 0,
    insuranceCoverage: terms.insurance?.coverage.amount ?? 0,
    // It follows the box.
    deposit: (row.boxesBefore.length === 0 ? terms.rate.amount : row.monthRate) * terms.depositMonths,
    debt: row.debt,
    overdue: row.overdue,
    ...owedOf(row),
    // What was settled is not ahead of anything, nor behind.
    paidAhead: row.status === 'closed' || row.withdrawnAt !== null ? 0 : daysPaidAhead(start, billed, today),
    paidUntil: earliest(paidUntil(start, billed), row.leaveAt, row.timeZone).toString(),
    regularPayment: false,
    ...saidBySource(row, start, today),
    isExternal: row.source !== null,
    wishes: row.wishes ?? [],
    oldCopyOf: oldCopyOf(row.syncedAt),
    isExtended: life.isExtended,
    firstDocumentId: row.firstDocumentId,
    paymentReference:
      row.firstPaymentNumber === null ? null : spacedReference(creditorReference(row.firstPaymentNumber)),
    ...(row.lockStatus === null ? {} : { lockStatus: row.lockStatus as 'opened' | 'closed' | 'unavailable' }),
    booked: row.bookedAt.toString(),
    closed: row.closedAt?.toString() ?? null,
    updated: row.updatedAt?.toString() ?? null,
    mayExtend: (isOwner || isSuperUser(actor)) && life.extension !== null,
    extension: life.extension,
    ...riseOf(row, all, today),
    mayLeave: isOwner && life.mayLeave,
    mayWithdrawNotice: (isOwner || isSuperUser(actor)) && life.mayWithdraw,
    mayCancel: row.status === 'pending' && (isOwner || isSuperUser(actor)) && !row.isBeingPaid,
    // What the source owns is paid where it is kept.
    mayPay: isOwner && row.source === null && row.debt > 0 && !row.underWay && actor.impersonatedBy === null,
    mayPlanLeaving: isRunning && isSuperUser(actor),
    mayClose: (isRunning || row.isUnsettled) && isSuperUser(actor),
    mayTransfer: row.status === 'active' && !row.isExternal && isSuperUser(actor),
    boxes: boxesOf(row),
    moveOutUntil: isMoveOutOpen(row, now) ? (row.moveOutUntil?.toString() ?? null) : null,
    withdrawn: row.withdrawnAt?.toString() ?? null,
    mayClear: row.isHeldBehind && isSuperUser(actor),
    mayOpenMoveOut:
      (row.status === 'ended' || row.isHeldBehind) &&
      (isSuperUser(actor) || (seesAll(actor) && actor.grants.has('equipment.open'))),
    extensionOfferedFrom: life.extendsFrom?.toString() ?? null,
    leavingOfferedFrom: life.leavesFrom?.toString() ?? null,
    earliestLeaveDate: life.leaving?.from.toString() ?? null,
    latestLeaveDate: life.leaving?.until?.toString() ?? null,
    noticeLeaveTime: row.plannedLeaveTime,
  }
}

/** What the source of an external contract says of its money takes the place of what our documents would (decision 260). */
function saidBySource(
  { source, status }: Row,
  start: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Partial<ContractAnswer> {
  if (source === null) return {}
  const { debt, deposit } = source
  const until = source.paidUntil === null ? start : Temporal.PlainDate.from(source.paidUntil)
  return {
    deposit,
    debt,
    overdue: source.dueOn !== null && source.dueOn < today.toString() ? debt : 0,
    paidAhead: status === 'closed' ? 0 : today.until(until, { largestUnit: 'days' }).days,
    // The source names the last paid day, we the first that is not.
    paidUntil: (source.paidUntil === null ? start : until.add({ days: 1 })).toString(),
  }
}

/** A window is of an ended contract, or of one that was withdrawn from, and over by itself. */
const isMoveOutOpen = ({ status, isHeldBehind, moveOutUntil }: Row, now: Temporal.Instant): boolean =>
  (status === 'ended' || isHeldBehind) &&
  moveOutUntil !== null &&
  Temporal.Instant.compare(now, moveOutUntil) < 0

const seesAll = (actor: Actor): boolean => actor.grants.has('contracts.read')

/** The boxes of a contract one behind another, each from its first day until the first in the next; the last one is its own. */
function boxesOf({ boxesBefore, startDay, boxId, unitNumber }: Row): ContractAnswer['boxes'] {
  const last = boxesBefore.at(-1)
  return [
    ...boxesBefore.map((box, index) => ({ ...box, from: boxesBefore[index - 1]?.until ?? startDay })),
    { boxId, unitNumber, from: last?.until ?? startDay, until: null },
  ]
}

/** A day, or where the box was given back before it, that day. */
function earliest(
  day: Temporal.PlainDate,
  leaveAt: Temporal.Instant | null,
  timeZone: string,
): Temporal.PlainDate {
  const left = leaveAt?.toZonedDateTimeISO(timeZone).toPlainDate()
  return left !== undefined && Temporal.PlainDate.compare(left, day) < 0 ? left : day
}

/** What may be done with a contract today beside paying, by the rules of decision 17; nobody's right is asked here. */
function lifeOf(row: Row, today: Temporal.PlainDate) {
  const startDay = Temporal.PlainDate.from(row.startDay)
  const endDay = row.endDay === null ? null : Temporal.PlainDate.from(row.endDay)
  const termStartDay = Temporal.PlainDate.from(row.termStartDay)
  const extendedOn = row.extendedOn === null ? null : Temporal.PlainDate.from(row.extendedOn)
  const isOpenEnded = row.durationMonths === null
  const facts = {
    status: row.status,
    isOpenEnded,
    startDay,
    endDay,
    termStartDay,
    extendedOn,
    isOverdue: row.overdue > 0,
  }
  const notice = {
    status: row.status,
    startDay,
    endDay: isOpenEnded ? null : endDay,
    ...noticeRules(row.terms),
  }
  // Of an external stock the same is offered and left to its source (decision 260).
  const isOurs = isRunningStatus(row.status)
  const planned = row.plannedLeaveDay === null ? null : Temporal.PlainDate.from(row.plannedLeaveDay)
  const refusal = isOurs ? extensionRefusal(facts, today) : 'notRunning'
  const mayLeave = isOurs && mayGiveNotice(notice, today)
  // Extended, it is offered again a week before the new end, when the new term has begun long since.
  const isOnlyEarly = refusal === 'tooEarly' || refusal === 'extended'
  return {
    isExtended: isExtended(facts, today),
    extension: refusal === null ? extensionOf(row, today) : null,
    extendsFrom: isOnlyEarly && endDay !== null ? extensionOfferedFrom(endDay) : null,
    mayLeave,
    leavesFrom: isOurs && !mayLeave ? noticeOfferedFrom(notice) : null,
    mayWithdraw:
      isOurs &&
      !(isOpenEnded && row.status === 'ended') &&
      planned !== null &&
      Temporal.PlainDate.compare(planned, today) >= 0,
    leaving: isOurs ? leavingDays(notice, today) : null,
  }
}

/** How long the price is promised, and the new rent that a served notice has announced, where the tenant still is there then. */
function riseOf(row: Row, terms: readonly [PriceTerms, ...PriceTerms[]], today: Temporal.PlainDate) {
  const coming = isRunningStatus(row.status) ? comingRate({ terms }, today) : null
  const leaves = row.durationMonths === null ? row.endDay : row.plannedLeaveDay
  const isLeft = coming !== null && leaves !== null && leaves <= coming.from.toString()
  const period = coming && !isLeft ? pricedFrom(terms, coming.from) : null
  return {
    pricePromisedUntil: promisedUntil({ terms })?.toString() ?? null,
    riseNoticeDays: row.riseNoticeDays,
    comingRise:
      coming === null || period === null
        ? null
        : {
            id: coming.noticeId,
            from: coming.from.toString(),
            rate: coming.rate.amount,
            servedOn: coming.servedOn.toString(),
            periodNet: period.totals.net.amount,
            periodGross: period.totals.gross.amount,
          },
  }
}

/** What an extension today would add. */
function extensionOf(row: Row, today: Temporal.PlainDate): ContractAnswer['extension'] {
  const added = extendingTerms(termsByLaw(row.laterTerms.at(-1) ?? row.terms, row.vat), today)
  const until = termEnd(added.at(-1) ?? added[0])
  return until === null ? null : { from: added[0].startDay.toString(), until: until.toString() }
}

/** The term and the index of the period whose price is shown: the next to be invoiced; where all are, the last. */
function shownPeriod(
  terms: readonly [PriceTerms, ...PriceTerms[]],
  billed: Row['billed'],
): { readonly term: PriceTerms; readonly index: number } {
  const on = (day: string) => termOn(terms, Temporal.PlainDate.from(day))
  // Days after the end are on an invoice of their own.
  const last = billed.findLast(({ from }) => on(from) !== null)
  const found = last === undefined ? null : (on(last.until) ?? on(last.from))
  return found === null ? { term: terms[0], index: 0 } : { term: found.term, index: found.period.index }
}

export async function contractFor(
  db: Database,
  id: string,
  actor: Actor,
  now: Temporal.Instant,
): Promise<ContractAnswer | undefined> {
  const rows = await read(db, sql<SqlBool>`c.id = ${id} and ${visibleTo(actor)}`, now)
  return rows[0] && answer(rows[0], actor, now)
}

/** All: the home screen opens doors by them. @param filter `held`: opened, and withdrawn with the box still held */
export async function contractsOfAccount(
  db: Database,
  accountId: string,
  filter: ContractFilter | 'held',
  actor: Actor,
  now: Temporal.Instant,
): Promise<ContractAnswer[]> {
  const statuses = statusesOf(filter === 'held' ? 'opened' : filter)
  const isHeld = sql<SqlBool>`${filter === 'held'} and c.withdrawn_at is not null and c.cleared_at is null`
  const rows = await read(
    db,
    sql<SqlBool>`c.account_id = ${accountId} and (c.status = any(${statuses}) or (${isHeld})) and ${visibleTo(actor)}`,
    now,
  )
  return rows.map((row) => answer(row, actor, now))
}

/** Whether there is, or was, such an account: its contracts stay to be read after it has ended. */
export async function accountWasThere(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
