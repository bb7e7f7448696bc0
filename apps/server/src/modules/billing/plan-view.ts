import { sql, type RawBuilder } from 'kysely'
import type { AccountType } from '@stowage/domain/account'
import type { PriceTerms } from '@stowage/domain/price'
import { readTerms, type DocumentSnapshot, type StoredTerms } from './plan.ts'

/** The VAT rates of a stock, each from its day on. */
export type DatedVat = readonly ({ readonly validFrom: string } & Readonly<Record<AccountType, number>>)[]

/** Those of a stock as they are now, as a column of type `DatedVat`. @param stockId the column that names the stock */
export const vatOfStock = (stockId: string): RawBuilder<DatedVat> => sql<DatedVat>`
  (select coalesce(json_agg(json_build_object('validFrom', v.valid_from, 'legal', v.legal_percent, 'individual', v.individual_percent)), '[]')
     from stock_vat v where v.stock_id = ${sql.ref(stockId)})`

/**
 * What a plan's documents print, as a column: kept from the contract's beginning but for the reason why no VAT is charged, which
 * follows the law as the rates do. The plan is `p`.
 */
export const printNow: RawBuilder<DocumentSnapshot> = sql<DocumentSnapshot>`
  p.print || (select jsonb_build_object('exemptionReason', case coalesce(p.later_terms->-1, p.terms)->>'vatClass' when 'legal' then s.legal_exemption_reason else s.individual_exemption_reason end)
                from stock s where s.id = p.stock_id)`

/**
 * Kept terms with the VAT that the law has set since: net is promised, gross follows (decision 15). The class is the one that
 * was kept; terms without one bear the rates that were known when they were kept.
 */
export function termsByLaw(stored: StoredTerms, vat: DatedVat): PriceTerms {
  const terms = readTerms(stored)
  const { vatClass } = terms
  if (vatClass === undefined) return terms
  return {
    ...terms,
    vatPercent: vat.map((rate) => ({
      validFrom: Temporal.PlainDate.from(rate.validFrom),
      percent: rate[vatClass],
    })),
  }
}

/**
 * The first day of what a plan bills next, as a column: its next period, or behind the end of the contract (`c`) the day on which its
 * days are asked for. null where nothing follows, as long as nobody has stayed. The plan is `p`.
 */
export const nextBilledDay: RawBuilder<string | null> = sql<string | null>`
  (case when p.closed_at is not null or p.next_issue_on is null then null when p.end_day is null or p.billed_until < p.end_day then p.billed_until when c.status = 'ended' then p.next_issue_on end)`

/**
 * Whether the contract of a plan was withdrawn from while its billing had stopped: nothing is issued any more, staff settle it. The plan
 * is `p`.
 */
export const isGivenUp: RawBuilder<boolean> = sql<boolean>`
  exists (select 1 from contract g where g.id = p.contract_id and g.status = 'cancelled')`
