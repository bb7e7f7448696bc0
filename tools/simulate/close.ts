import { planClosing, type Closing } from '@stowage/domain/closing'
import type { BilledLine } from '@stowage/domain/credit'
import { contractLife } from '@stowage/domain/contract-life'
import { postCreditNote } from '@stowage/domain/ledger'
import { invoice, number } from './documents.ts'
import { applyShare, CREDIT_NOTE, useCredit } from './money-in.ts'
import {
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
  const before = { others: debtsBeside(contract), billedUntil: contract.billedUntil }
  contract.nextIssueOn = null
  for (const charge of closing.charges) {
    const document = invoice(
      house,
      contract,
      charge,
      isBefore(charge.period.from, house.today) ? house.today : charge.period.from,
    )
    number(house, document)
    contract.billedUntil = charge.period.until
  }
  for (const credit of closing.credits) {
    const original = contract.documents.find(({ id }) => id === credit.documentId)
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
  contract.status = contractLife.step(contract.status, 'closed')
  contract.closedOn = house.today
  for (const { documentId, gross } of closing.credits) {
    const document = contract.documents.find(({ id }) => id === documentId)
    const amount = Math.min(gross.amount, document === undefined ? 0 : unpaid(document))
    if (document !== undefined && amount > 0)
      applyShare(house, tenant, documentId, amount, CREDIT_NOTE, house.today)
  }
  useCredit(house, tenant, undefined, contract.id)
  house.free.push(contract.box)
  house.counts.closings += 1
  proveClosing(house, contract, closing, before)
}

function planned(house: House, contract: Contract): Closing {
  return planClosing({
    terms: contract.terms,
    documents: contract.documents
      .filter(({ kind, isVoid }) => kind === 'invoice' && !isVoid)
      .map((document) => ({
        id: document.id,
        from: document.from,
        until: document.until,
        lines: document.lines.filter((line): line is BilledLine => line.kind !== 'penalty'),
      })),
    billedUntil: contract.billedUntil,
    endDay: contract.endDay,
    leftOn: house.today,
    refundsUnusedTime: contract.refundsUnusedTime,
    debt: inHouse(house, debtsOf(contract)),
    balance: inHouse(house, Math.max(0, creditOf(contract.tenant))),
    otherDebt: inHouse(house, debtsBeside(contract)),
  })
}

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
