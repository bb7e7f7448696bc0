import { planClosing, type Closing } from '@stowage/domain/closing'
import { creditsFrom, type BilledDocument, type BilledLine, type Credit } from '@stowage/domain/credit'
import { contractLife } from '@stowage/domain/contract-life'
import { postCreditNote } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import { invoice, number } from './documents.ts'
import { applyShare, CREDIT_NOTE, useCredit } from './money-in.ts'
import {
  chargedUntil,
  chargesDays,
  creditOf,
  documentsOf,
  enter,
  inHouse,
  isBefore,
  unpaid,
  type Contract,
  type House,
} from './house.ts'
import { proveClosing } from './prove-closing.ts'

/** Closes a contract today: settled by the day, the deposit back, the box free; and nothing is asked for afterwards. */
export function close(house: House, contract: Contract): void {
  const { tenant } = contract
  const closing = planned(house, contract)
  const lastOfTerm = contract.documents
    .filter((document) => chargesDays(document) && document.rule !== 'overstayDays')
    .reduce((last, document) => laterOf(last, chargedUntil(document)), contract.startDay)
  const before = { others: debtsBeside(contract), billedUntil: lastOfTerm }
  contract.nextIssueOn = null
  for (const charge of closing.charges) {
    const document = invoice(house, contract, charge, laterOf(charge.period.from, house.today))
    number(house, document)
    if (charge.reason === 'firstMonth') house.counts.firstMonthsLost += 1
    else contract.billedUntil = charge.period.until
    if (charge.reason === 'bound') house.counts.bound += 1
  }
  contract.status = contractLife.step(contract.status, 'closed')
  contract.closedOn = house.today
  contract.paidUntil = laterOf(house.today, contract.billedUntil)
  giveBack(house, contract, closing.credits)
  useCredit(house, tenant, undefined, contract.id)
  house.free.push(contract.box)
  house.counts.closings += 1
  proveClosing(house, contract, closing, before)
}

/** Credit notes, each of which pays what it corrects first. */
export function giveBack(house: House, { tenant, documents }: Contract, credits: readonly Credit[]): void {
  for (const credit of credits) {
    const original = documents.find(({ id }) => id === credit.documentId)
    if (original === undefined) throw new Error('a credit note for nothing')
    const deposit = credit.lines.find(({ kind }) => kind === 'deposit')
    const isHeld = deposit !== undefined && original.depositHeld >= deposit.gross.amount
    enter(house, tenant, postCreditNote(credit.lines, isHeld))
    if (isHeld) original.depositHeld -= deposit.gross.amount
    for (const line of credit.lines) {
      const given = original.credited.get(line.kind) ?? { net: 0, vat: 0 }
      original.credited.set(line.kind, { net: given.net + line.net.amount, vat: given.vat + line.vat.amount })
    }
  }
  for (const { documentId, gross } of credits) {
    const document = documents.find(({ id }) => id === documentId)
    const amount = Math.min(gross.amount, document === undefined ? 0 : unpaid(document))
    if (document !== undefined && amount > 0)
      applyShare(house, tenant, documentId, amount, CREDIT_NOTE, house.today)
  }
}

/** The contract is extended: days after the end that were billed by the day go back. */
export function takeBackOverstay(house: House, contract: Contract): void {
  const days = contract.documents.filter(
    (document) => chargesDays(document) && document.rule === 'overstayDays',
  )
  const [first] = days
  if (first === undefined) return
  const billed = billedOf(contract).filter(({ id }) => days.some((document) => document.id === id))
  giveBack(
    house,
    contract,
    creditsFrom(billed, contract.terms, first.from, {
      discountBy: 'monthsBegun',
      refundsUnusedTime: true,
      returnsDeposit: false,
    }),
  )
  for (const document of days) document.movedOn = document.from
  for (const document of days)
    for (const line of document.lines)
      if ((document.credited.get(line.kind)?.net ?? 0) !== line.net.amount)
        throw new Error('a day after the end is paid twice')
  contract.billedUntil = first.from
  house.counts.takenBack += days.length
}

/** The invoices of a contract with what moves and credit notes have left of them. */
export function billedOf(contract: Contract): BilledDocument[] {
  return contract.documents
    .filter(({ kind, isVoid, rule }) => kind === 'invoice' && !isVoid && rule !== 'firstMonthLost')
    .toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from))
    .map((document) => ({
      id: document.id,
      from: document.from,
      until: chargedUntil(document),
      isOverstay: document.rule === 'overstayDays',
      lines: document.lines
        .filter((line): line is BilledLine => line.kind !== 'penalty')
        .map((line) => {
          const back = document.credited.get(line.kind) ?? { net: 0, vat: 0 }
          return {
            ...line,
            net: money(line.net.amount - back.net, line.net.currency),
            vat: money(line.vat.amount - back.vat, line.vat.currency),
          }
        }),
    }))
}

function planned(house: House, contract: Contract): Closing {
  return planClosing({
    terms: contract.terms,
    documents: billedOf(contract),
    billedUntil: contract.billedUntil,
    endDay: contract.endDay,
    leftOn: house.today,
    refundsUnusedTime: contract.refundsUnusedTime,
    debt: inHouse(house, debtsOf(contract)),
    penalties: inHouse(house, 0),
    balance: inHouse(house, Math.max(0, creditOf(contract.tenant))),
    otherDebt: inHouse(house, debtsBeside(contract)),
  })
}

const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate => (isBefore(a, b) ? b : a)

const debtsOf = (contract: Contract): number =>
  contract.documents.reduce((sum, document) => sum + unpaid(document), 0)

const debtsBeside = (contract: Contract): number =>
  documentsOf(contract.tenant).reduce(
    (sum, document) => sum + (document.contract !== contract && document.isNumbered ? unpaid(document) : 0),
    0,
  )

/** Gives a pending contract up: its document becomes void without a number. */
export function cancel(house: House, contract: Contract): void {
  contract.status = contractLife.step(contract.status, 'holdExpired')
  contract.nextIssueOn = null
  for (const document of contract.documents)
    if (!document.isNumbered && document.paid === 0) document.isVoid = true
  house.free.push(contract.box)
  house.counts.cancelled += 1
}
