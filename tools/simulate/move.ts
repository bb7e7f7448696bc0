import { isOverdue } from '@stowage/domain/debt'
import { money, type Money } from '@stowage/domain/money'
import { nextIssueDay } from '@stowage/domain/term'
import { planTransfer, transferDay, type Transfer } from '@stowage/domain/transfer'
import { ask } from './bill.ts'
import { billedOf, giveBack } from './close.ts'
import { isBefore, type Contract, type House } from './house.ts'

/** The contract goes on in another box, at another price or at the same. */
export function move(house: House, contract: Contract): void {
  const { random, today } = house
  const from = transferDay(contract.startDay, today)
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
  const isRiseComing = contract.terms.some(({ laterRates }) =>
    laterRates?.some((rate) => isBefore(from, rate.from)),
  )
  const { endDay, terms, billedUntil } = contract
  const isOver = contract.status !== 'active' || (endDay !== null && !isBefore(from, endDay))
  const last = terms.at(-1)
  if (isLate || isRiseComing || isOver || isBefore(billedUntil, from) || last === undefined) return
  const place = random.between(0, house.free.length - 1)
  const box = house.free[place]
  if (box === undefined) return
  const rate = random.pick([last.rate, money(random.between(0, 99_999), house.currency)])
  const facts = { terms, documents: billedOf(contract), billedUntil, endDay, from, today }
  proveSame(planTransfer({ ...facts, rate: last.rate }), contract)
  const transfer = planTransfer({ ...facts, rate })
  house.free[place] = contract.box
  contract.box = box
  contract.hasMoved = true
  contract.terms = [...transfer.terms]
  for (const day of contract.promised.keys())
    if (!isBefore(Temporal.PlainDate.from(day), from)) contract.promised.delete(day)
  for (const { documentId, on } of transfer.moved) {
    const document = contract.documents.find(({ id }) => id === documentId)
    if (document === undefined) throw new Error('another contract’s invoice moves')
    document.movedOn = on
  }
  giveBack(house, contract, transfer.credits)
  for (const charge of transfer.charges) ask(house, contract, charge)
  contract.nextIssueOn = nextIssueDay(contract.terms, contract.billedUntil, endDay)
  house.counts.moves += 1
}

/**
 * A box of the same price costs nothing, to the cent, on any day: but for what is due to be issued today all the same, and for VAT,
 * which is that of the new invoice's first day.
 */
function proveSame(
  { credits, charges }: Transfer,
  { id, billedUntil, endDay, terms, documents, hasMoved, isOpenEnded }: Contract,
): void {
  // A contract with two rates in what is billed goes on at the last.
  const hasRisen = terms.some(({ rate, laterRates }) =>
    [rate, ...(laterRates ?? []).map((later) => later.rate)].some(
      ({ amount }) => amount !== terms.at(-1)?.rate.amount,
    ),
  )
  // Days that are billed behind a notice go back as well, and those before it earn less discount from now on.
  const isBilledBehind = isOpenEnded && endDay !== null && isBefore(endDay, billedUntil)
  if (hasRisen || isBilledBehind) return
  const net = (lines: readonly { readonly kind: string; readonly net: Money }[]): number =>
    lines.reduce((sum, line) => sum + (line.kind === 'deposit' ? 0 : line.net.amount), 0)
  const anew = charges.filter(({ period }) => isBefore(period.from, billedUntil))
  // A part of a period that a notice had cut is billed with the rest of it, where the notice names a later day by now.
  if (anew.some(({ period }) => isBefore(billedUntil, period.until))) return
  const costs = net(anew.flatMap(({ lines }) => lines)) - net(credits.flatMap(({ lines }) => lines))
  // A part that an earlier move has settled was rounded by itself.
  if (Math.abs(costs) > (hasMoved ? 1 : 0))
    throw new Error(
      `moving ${id} to the same price costs ${costs}; ${documents.map((one) => `${one.kind} ${one.from.toString()}–${one.until.toString()} ${one.gross}`).join(', ')}; ends ${endDay?.toString() ?? 'never'}; ${JSON.stringify(terms)}`,
    )
}
