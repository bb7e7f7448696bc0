import type { Answer } from '@stowage/api/endpoint'
import type { listRiseCandidates, previewRises as previewing } from '@stowage/api/rises'
import { rateOn } from '@stowage/domain/dated-rate'
import { add, money, percentOf, type Money } from '@stowage/domain/money'
import { promisedUntil, riseWaitsFor } from '@stowage/domain/rise'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { highestOf, noticeFacts, refusalOf, riseCase } from './price-rise.ts'
import { plansOf, riseRulesOf, runningPlans, type NamedPlan } from './rise-view.ts'

type Candidates = Answer<typeof listRiseCandidates>
type Preview = Answer<typeof previewing>[number]

const namesOf = (row: NamedPlan) => ({
  contractId: row.contractId,
  contractNumber: row.contractNumber,
  userId: row.accountId,
  userName: row.userName,
  stockId: row.stockId,
  unitNumber: row.unitNumber,
  currency: row.currency,
})

/**
 * The running contracts of a stock with what each pays, what a new tenant would, and from when and how far its rent may rise.
 * @param wish `below`: only those so many percent below the street rate
 * @throws Failure 9104 for a stock that is not there
 */
export async function riseCandidates(
  db: Database,
  stockId: string,
  wish: { readonly categoryId: string | null; readonly below: number | null },
  at: Temporal.Instant,
): Promise<Candidates> {
  const rules = (await riseRulesOf(db, stockId)) ?? fail(9104)
  const items = (await runningPlans(db, stockId, wish.categoryId)).map((row) => candidateOf(row, at))
  const { below } = wish
  return {
    ...rules,
    items: below === null ? items : items.filter(({ belowPercent }) => (belowPercent ?? -1) >= below),
  }
}

function candidateOf(row: NamedPlan, at: Temporal.Instant): Candidates['items'][number] {
  const known = riseCase(row, at)
  const { plan, rules, today, from, refusal } = known
  const last = plan.terms.at(-1) ?? plan.terms[0]
  const inForce = rateOn(last, today)
  const rate = inForce.rate.amount
  const { streetRate } = row
  return {
    ...namesOf(row),
    physicalSize: row.physicalSize,
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    rate,
    rateSince: (inForce.rateSince ?? last.validFrom ?? plan.terms[0].startDay).toString(),
    streetRate,
    belowPercent: streetRate ? Math.round(((streetRate - rate) / streetRate) * 1000) / 10 : null,
    promisedUntil: promisedUntil(plan)?.toString() ?? null,
    from: from?.toString() ?? null,
    waitsFor: from && riseWaitsFor(plan, rules, today),
    highestRate: highestOf(known),
    refusal,
  }
}

/** What a rise of these contracts would come to, in the order in which they are named; who is not there is left out. */
export async function previewRises(
  db: Database,
  wish: {
    readonly contractIds: readonly string[]
    readonly how: 'percent' | 'street'
    readonly percent: number
  },
  at: Temporal.Instant,
): Promise<Preview[]> {
  const plans = new Map((await plansOf(db, wish.contractIds)).map((row) => [row.contractId, row]))
  return [...new Set(wish.contractIds)].flatMap((contractId) => {
    const row = plans.get(contractId)
    return row === undefined ? [] : [previewOf(row, wish, at)]
  })
}

function previewOf(
  row: NamedPlan,
  { how, percent }: { readonly how: 'percent' | 'street'; readonly percent: number },
  at: Temporal.Instant,
): Preview {
  const known = riseCase(row, at)
  const { from, plan, today } = known
  const before = rateOn(plan.terms.at(-1) ?? plan.terms[0], from ?? today).rate
  const wanted = how === 'street' ? streetOf(row, before) : add(before, percentOf(before, percent))
  const highest = highestOf(known)
  const rate = Math.min(wanted.amount, highest ?? wanted.amount)
  const named = {
    ...namesOf(row),
    rateBefore: before.amount,
    rate,
    isCapped: rate < wanted.amount,
  }
  const refusal =
    how === 'street' && row.streetRate === null
      ? 'currency'
      : from === null
        ? (known.refusal ?? 'leaving')
        : refusalOf(known, { rate, from })
  if (refusal !== null || from === null) return { ...named, period: null, refusal }
  const facts = noticeFacts(known, { rate, from })
  return {
    ...named,
    refusal: null,
    period: {
      from: facts.effectiveOn,
      until: facts.periodUntil,
      months: facts.months,
      netBefore: facts.netBefore,
      grossBefore: facts.grossBefore,
      netAfter: facts.netAfter,
      grossAfter: facts.grossAfter,
    },
  }
}

/** Without a street rate in the contract's currency there is nothing to rise to. */
const streetOf = ({ streetRate }: NamedPlan, before: Money): Money =>
  streetRate === null ? before : money(streetRate, before.currency)
