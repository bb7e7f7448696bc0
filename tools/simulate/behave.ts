import { pendingHoldEnd } from '@stowage/domain/contract-moments'
import { contractLife, isOpenStatus, isRunningStatus } from '@stowage/domain/contract-life'
import { isOverdue } from '@stowage/domain/debt'
import { extensionRefusal } from '@stowage/domain/extension'
import { firstDueDay } from '@stowage/domain/invoice-days'
import { money } from '@stowage/domain/money'
import { leavingDays, mayGiveNotice } from '@stowage/domain/notice'
import { periodAt } from '@stowage/domain/period'
import { priceContract, type PriceTerms } from '@stowage/domain/price'
import { quote } from '@stowage/domain/quote'
import { firstRiseDay, highestRate, previewRise, rateAt, riseRefusal, withRate } from '@stowage/domain/rise'
import { extendingTerms, nextIssueDay, termEnd } from '@stowage/domain/term'
import { chargeSettled, issueDue } from './bill.ts'
import { boundMonths, withoutFirstMonth } from '@stowage/domain/tariff'
import { cancel, close, takeBackOverstay } from './close.ts'
import { move } from './move.ts'
import { invoice, number } from './documents.ts'
import {
  creditOf,
  documentsOf,
  isBefore,
  newId,
  unpaid,
  type Contract,
  type House,
  type Tenant,
} from './house.ts'
import { hear, pay, payOut } from './money-in.ts'

/** A day of a tenant: news, what the jobs do with his contracts, then what comes to his mind. Whether anything happened. */
export function liveDay(house: House, tenant: Tenant): boolean {
  const { random, today } = house
  let isTouched = false
  if (tenant.news.some(({ on }) => !isBefore(today, on))) {
    hear(house, tenant)
    isTouched = true
  }
  for (const contract of tenant.contracts) {
    if (!isOpenStatus(contract.status)) continue
    if (contract.status === 'pending' && !isBefore(today, contract.holdUntil)) {
      const first = contract.documents[0]
      const isPaying = [...tenant.payments.values()].some(
        ({ documentId, isBooked }) => documentId === first?.id && !isBooked,
      )
      if (!isPaying && first?.paid === 0) {
        cancel(house, contract)
        isTouched = true
        continue
      }
    }
    if (
      contract.nextIssueOn !== null &&
      !isBefore(today, contract.nextIssueOn) &&
      isRunningStatus(contract.status)
    ) {
      issueDue(house, contract)
      isTouched = true
    }
    if (contract.status === 'active' && contract.endDay !== null && !isBefore(today, contract.endDay)) {
      contract.status = contractLife.step(contract.status, 'endReached')
      isTouched = true
    }
    // Most days nobody decides anything: no calendar is asked for them.
    const mood = random.next()
    if (mood < 0.2 && contract.activeFrom !== null && mood < chanceOf(contract, house)) {
      decide(house, contract)
      isTouched = true
    }
  }
  if (random.next() < 0.4 * (1 - 0.7 * tenant.lateness) && payToday(house, tenant)) isTouched = true
  const isAtHome = tenant.contracts.some(({ status }) => isOpenStatus(status))
  if (house.free.length > 0 && random.next() < (isAtHome ? 0.001 : 0.05)) {
    book(house, tenant)
    isTouched = true
  }
  if (!isAtHome && creditOf(tenant) > 0 && random.next() < 0.1) {
    payOut(house, tenant)
    isTouched = true
  }
  chargeSettled(house)
  return isTouched
}

/** People decide around the end; now and then somebody leaves in the middle. */
function chanceOf(contract: Contract, { today }: House): number {
  if (contract.status === 'ended') return 0.2
  if (contract.leaving !== null) return 0.06
  if (isHeld(contract)) return 0.04
  if (contract.endDay === null) return 0.02
  return isBefore(today, contract.endDay.subtract({ days: 8 })) ? 0.004 : 0.15
}

/** Whether his tariff asks for more of who leaves early: some find out. */
const isHeld = ({ terms: [first] }: Contract): boolean =>
  (first?.tariff !== undefined && first.tariff.earlyLeave !== 'usedDays') ||
  (first?.discount.kind === 'tariff' && first.discount.firstMonth !== null)

function decide(house: House, contract: Contract): void {
  const { random, today } = house
  const choice = random.next()
  const isDue = contract.leaving !== null && !isBefore(today, contract.leaving)
  const mayClose = contract.status === 'ended' || isHeld(contract) ? 0.35 : 0.12
  if (isDue || choice < mayClose) close(house, contract)
  else if (contract.leaving !== null && choice < 0.4) withdrawNotice(house, contract)
  else if (choice < 0.55) extend(house, contract)
  else if (choice < 0.65) move(house, contract)
  else if (choice < 0.75) raise(house, contract)
  else giveNotice(house, contract)
}

function book(house: House, tenant: Tenant): void {
  const { random, today } = house
  const months = random.next() < 0.15 ? null : random.between(1, 11)
  const monthsAtOnce = random.pick([
    1,
    1,
    months ?? random.pick([1, 3, 6, 11]),
    random.between(1, months ?? 3),
  ])
  const offered = random.next() < 0.6 ? house.tariff : null
  // A minimum stay is never longer than what is signed for.
  const minStayMonths = Math.min(house.minStayMonths, months ?? house.minStayMonths)
  const isNew = tenant.contracts.length === 0
  const isGiven =
    isNew && boundMonths({ minStayMonths }, months) >= (offered?.firstMonth?.minMonths ?? Infinity)
  const tariff = isGiven ? offered : withoutFirstMonth(offered)
  const isOpenTerm = months === null && house.earlyLeave === 'wholeTerm'
  const isFreeStay = minStayMonths === 0 && house.earlyLeave === 'minimumStay'
  const terms: PriceTerms = {
    startDay: today.add({ days: random.pick([0, 0, 1, random.between(0, 29)]) }),
    durationMonths: months,
    periodMonths: monthsAtOnce,
    rate: money(
      random.pick([random.between(0, 999), random.between(1000, 99_999), random.between(1, 9_999_999)]),
      house.currency,
    ),
    discount: tariff ?? house.discount,
    ...(tariff === null
      ? {}
      : {
          tariff: {
            id: 'tariff',
            alias: 'tariff',
            name: tariff.name,
            minStayMonths,
            noticeDays: house.noticeDays,
            earlyLeave: isOpenTerm || isFreeStay ? 'usedDays' : house.earlyLeave,
          },
        }),
    vatPercent: house.vat,
    insurance: random.next() < 0.5 ? house.insurance : null,
    depositMonths: house.depositMonths,
  }
  const first = priceContract(terms, 0)
  const box = house.free.splice(random.between(0, house.free.length - 1), 1)[0]
  if (first === null || box === undefined) throw new Error('nothing to book')
  const noon = today.toZonedDateTime({ timeZone: house.timeZone, plainTime: '12:00' }).toInstant()
  const hold = pendingHoldEnd(noon, { awaitsPayment: random.next() < 0.2, timeZone: house.timeZone })
  const contract: Contract = {
    id: newId(house),
    tenant,
    box,
    startDay: terms.startDay,
    isOpenEnded: months === null,
    refundsUnusedTime: random.next() < 0.8,
    terms: [terms],
    documents: [],
    promised: new Map(),
    holdUntil: hold.toZonedDateTimeISO(house.timeZone).toPlainDate(),
    status: 'pending',
    endDay: termEnd(terms),
    termStartDay: terms.startDay,
    extendedOn: null,
    leaving: null,
    billedUntil: first.period.until,
    nextIssueOn: nextIssueDay([terms], first.period.until, termEnd(terms)),
    activeFrom: null,
    closedOn: null,
    paidUntil: null,
    hasMoved: false,
  }
  promise(contract, terms)
  tenant.contracts.push(contract)
  house.counts.contracts += 1
  const document = invoice(house, contract, first, firstDueDay(terms.startDay, hold, house.timeZone))
  if (document.gross > 0) return
  // Asks for nothing: settled as soon as it is there.
  number(house, document)
  contract.status = contractLife.step('pending', 'firstInvoicePaid')
  contract.activeFrom = today
}

/** Keeps what a quote says of each period. */
function promise(contract: Contract, terms: PriceTerms): void {
  const told = quote(terms)
  const { from, until } = told.first.period
  contract.promised.set(from.toString(), { until: until.toString(), gross: told.first.totals.gross.amount })
  for (const { day, amount, index } of told.next) {
    const period = periodAt(terms, index)
    if (!period?.from.equals(day)) throw new Error('a payment promised for another day')
    contract.promised.set(day.toString(), { until: period.until.toString(), gross: amount.amount })
  }
}

/** Pays something that is open: in full, in part, too much; the news comes late or twice, or the money goes back again. */
function payToday(house: House, tenant: Tenant): boolean {
  const { random, today } = house
  const open = documentsOf(tenant).filter(
    (document) =>
      unpaid(document) > 0 &&
      (document.contract.status === 'pending' ||
        random.next() > tenant.lateness * 0.9 ||
        !isBefore(today, document.dueDay)) &&
      ![...tenant.payments.values()].some(
        ({ documentId, isBooked }) => documentId === document.id && !isBooked,
      ),
  )
  const document = open[0]
  if (document === undefined) return false
  const debt = unpaid(document)
  // Only an issued invoice is paid in part or too much: a processor takes for the first one what is asked.
  const amount = document.isNumbered
    ? random.pick([debt, debt, debt, debt, debt, random.between(1, debt), debt + random.between(1, 5000)])
    : debt
  const late = random.pick([0, 0, 0, 0, 1, 5])
  const payment = pay(house, document, amount, { late, times: random.pick([1, 1, 1, 2, 3]) })
  // The other tab, a moment later.
  if (random.next() < 0.03) pay(house, document, debt)
  if (random.next() < 0.03) {
    const what = random.pick(['refundedAll', 'refundedPart'] as const)
    tenant.news.push({
      on: today.add({ days: random.between(0, 40) }),
      paymentId: payment.id,
      what,
      amount: what === 'refundedAll' ? amount : random.between(1, amount),
    })
  }
  return true
}

function extend(house: House, contract: Contract): void {
  const { today } = house
  const isLate = contract.documents.some((document) =>
    isOverdue(
      {
        gross: document.isVoid ? 0 : document.gross,
        paid: document.paid,
        dueDay: document.dueDay,
        isOfPendingContract: false,
      },
      today,
    ),
  )
  if (extensionRefusal({ ...contract, isOverdue: isLate }, today) !== null) return
  const last = contract.terms.at(-1)
  if (last === undefined) throw new Error('a contract without terms')
  const added = extendingTerms(last, today)
  takeBackOverstay(house, contract)
  for (const terms of added) {
    contract.terms.push(terms)
    promise(contract, terms)
  }
  const end = added.at(-1) ?? added[0]
  contract.endDay = termEnd(end)
  contract.termStartDay = end.startDay
  contract.extendedOn = today
  contract.leaving = null
  contract.status = contractLife.step(contract.status, 'extended')
  house.counts.extensions += 1
  issueDue(house, contract)
}

/** A notice of a higher rent is served: what it says of its first period is what that will cost. */
function raise(house: House, contract: Contract): void {
  const { random, today } = house
  const [first, ...more] = contract.terms
  if (first === undefined || !isRunningStatus(contract.status)) return
  const plan = {
    terms: [first, ...more] as const,
    leavesOn: contract.leaving,
    billedUntil: contract.billedUntil,
  }
  const from = firstRiseDay(plan, house.rises, today)
  if (from === null) return
  const most = highestRate(plan, house.rises, from)
  const now = rateAt(plan, from)
  const rate = money(random.between(Math.min(now.amount + 1, most.amount), most.amount), house.currency)
  if (riseRefusal(plan, house.rises, { from, rate }, today) !== null) return
  const rise = { from, rate, noticeId: newId(house), servedOn: today }
  const { before, after } = previewRise(plan, rise)
  if (!before.period.from.equals(from) || after.totals.gross.amount < before.totals.gross.amount)
    throw new Error('a rise that lowers, or begins inside a period')
  for (const [index, terms] of contract.terms.entries()) contract.terms[index] = withRate(terms, rise)
  for (const day of contract.promised.keys())
    if (!isBefore(Temporal.PlainDate.from(day), from)) contract.promised.delete(day)
  contract.promised.set(from.toString(), {
    until: after.period.until.toString(),
    gross: after.totals.gross.amount,
  })
  house.counts.rises += 1
}

function giveNotice(house: House, contract: Contract): void {
  const { random, today } = house
  const tariff = contract.terms[0]?.tariff
  const facts = {
    ...contract,
    endDay: contract.isOpenEnded ? null : contract.endDay,
    noticeDays: tariff?.noticeDays ?? 0,
    minStayMonths: tariff?.minStayMonths ?? 0,
  }
  if (!mayGiveNotice(facts, today)) return
  const { from, until } = leavingDays(facts, today)
  const leaving = from.add({
    days: random.between(0, until === null ? 45 : from.until(until, { largestUnit: 'days' }).days),
  })
  note(contract, leaving)
  house.counts.notices += 1
}

function withdrawNotice({ today }: House, contract: Contract): void {
  const isOver = contract.isOpenEnded && contract.status === 'ended'
  if (contract.leaving === null || isOver || isBefore(contract.leaving, today)) return
  note(contract, null)
}

/** An open-ended contract ends on the day that is noted; a fixed term ends when it ends. */
function note(contract: Contract, leaving: Temporal.PlainDate | null): void {
  contract.leaving = leaving
  if (!contract.isOpenEnded || contract.status === 'ended') return
  contract.endDay = leaving
  contract.nextIssueOn = nextIssueDay(contract.terms, contract.billedUntil, leaving)
}
