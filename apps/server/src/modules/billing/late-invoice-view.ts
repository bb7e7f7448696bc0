import { sql, type RawBuilder } from 'kysely'
import { add, money, type Currency } from '@stowage/domain/money'
import {
  firstChargedDay,
  penaltyOver,
  type LateInvoice,
  type PenaltyLine,
  type PenaltyRules,
} from '@stowage/domain/penalty'
import { monthParts } from '@stowage/domain/period'

/** What the penalties on an invoice follow from, with what is charged of them already. */
export interface LateFacts {
  readonly id: string
  readonly number: string | null
  readonly contractId: string
  readonly currency: Currency
  readonly timeZone: string
  readonly dueOn: string
  readonly endDay: string | null
  /** Before that the contract was pending, and nobody is penalised for a booking (decision 18). */
  readonly activeFrom: string | null
  readonly base: number
  readonly payments: readonly { readonly day: string; readonly amount: number }[]
  /** The first day that nobody has looked at; null: none has been. */
  readonly penalisedUntil: string | null
  readonly charged: number
  readonly percentPerDay: number
  readonly percentAfterEnd: number
  /** What held before days on which it was changed. */
  readonly pastPercents: readonly {
    readonly until: string
    readonly percentPerDay: number
    readonly percentAfterEnd: number
  }[]
  readonly freeDays: number
  readonly capPercent: number
}

/**
 * The columns of `LateFacts`, of `d`, `c` and `s`. A payment counts on the day it was made, not on the day it was booked; money
 * that went back, on the day it did.
 */
export const lateFacts = (): RawBuilder<LateFacts> => sql<LateFacts>`
  d.id, d.number, d.contract_id as "contractId", d.currency, s.time_zone as "timeZone", d.due_on::text as "dueOn", c.end_day::text as "endDay", greatest((c.activated_at at time zone s.time_zone)::date, c.late_fee_from)::text as "activeFrom", d.penalised_until::text as "penalisedUntil",
  (select coalesce(sum(l.gross), 0)::bigint from document_line l where l.document_id = d.id and l.kind in ('rent', 'insurance')) as base,
  (select coalesce(json_agg(json_build_object('day', (case when p.amount > 0 then coalesce(y.succeeded_at, p.settled_at) else p.settled_at end at time zone s.time_zone)::date, 'amount', p.amount)), '[]')
     from settlement p left join payment y on y.id = p.payment_id where p.document_id = d.id) as payments,
  (select coalesce(sum(f.gross), 0)::bigint from document f where f.penalises_id = d.id and f.status <> 'void') as charged,
  s.invoice_not_paid_fee_percent as "percentPerDay", s.contract_ended_fee as "percentAfterEnd",
  (select coalesce(json_agg(json_build_object('until', r.until, 'percentPerDay', r.percent_per_day, 'percentAfterEnd', r.percent_after_end)), '[]')
     from past_penalty_rate r where r.stock_id = s.id and r.until > d.due_on) as "pastPercents",
  s.days_without_fee as "freeDays", s.penalty_cap_percent as "capPercent"`

const dayOf = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

/** The same in the words of the rule, and the first day that may still be charged. */
export function readLate(facts: LateFacts): {
  readonly invoice: LateInvoice
  readonly rules: PenaltyRules
  readonly from: Temporal.PlainDate
} {
  const { currency, percentPerDay, percentAfterEnd, pastPercents, freeDays, capPercent } = facts
  const days = [
    firstChargedDay(dayOf(facts.dueOn), freeDays),
    ...[facts.activeFrom, facts.penalisedUntil].filter((day) => day !== null).map(dayOf),
  ]
  return {
    invoice: {
      dueDay: dayOf(facts.dueOn),
      base: money(facts.base, currency),
      payments: facts.payments.map(({ day, amount }) => ({
        day: dayOf(day),
        amount: money(amount, currency),
      })),
      endDay: facts.endDay === null ? null : dayOf(facts.endDay),
    },
    rules: {
      percentPerDay,
      percentAfterEnd,
      past: pastPercents.map((held) => ({ ...held, until: dayOf(held.until) })),
      freeDays,
      capPercent,
    },
    from: days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) < 0 ? b : a)),
  }
}

/**
 * What the days before `until` cost that no penalty says yet: for each month with a charged day the lines of its document. What is
 * foretold, asked for and issued is this, so that they are the same to the cent.
 */
export function unchargedMonths(facts: LateFacts, until: Temporal.PlainDate): PenaltyLine[][] {
  const { invoice, rules, from } = readLate(facts)
  let charged = money(facts.charged, facts.currency)
  const months: PenaltyLine[][] = []
  for (const days of monthParts({ from, until })) {
    const lines = penaltyOver(invoice, rules, days, charged)
    if (lines.length === 0) continue
    for (const { amount } of lines) charged = add(charged, amount)
    months.push(lines)
  }
  return months
}
