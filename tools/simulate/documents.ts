import { postInvoiceIssued } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import type { PricedPeriod, PriceLine } from '@stowage/domain/price'
import { enter, newId, type Contract, type Document, type DocumentLine, type House } from './house.ts'

/** A document as priced; the first of a contract has no number yet and is in no book. */
export function invoice(
  house: House,
  contract: Contract,
  priced: PricedPeriod,
  due: Temporal.PlainDate,
): Document {
  const { lines, period } = priced
  const document = newDocument(house, contract, 'invoice', period, due, lines.map(lineOf), {
    rule: lines[0]?.explanation.rule ?? null,
  })
  if (document.gross !== priced.totals.gross.amount)
    throw new Error('the document asks for another sum than its lines')
  house.counts.invoices += 1
  return document
}

const lineOf = (line: PriceLine): DocumentLine => ({
  kind: line.kind,
  quantity: line.quantity,
  net: line.net,
  vat: line.vat,
  vatPercent: line.vatPercent,
  discountPercent: line.discountPercent,
  rate: line.explanation.rate,
  ...(line.explanation.discount === undefined ? {} : { discount: line.explanation.discount }),
  ...(line.explanation.coverage === undefined ? {} : { coverage: line.explanation.coverage }),
})

/** A document of a contract, not in the book yet. */
export function newDocument(
  house: House,
  contract: Contract,
  kind: Document['kind'],
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
  due: Temporal.PlainDate,
  lines: readonly DocumentLine[],
  of: { readonly penalises?: Document; readonly rule?: Document['rule'] } = {},
): Document {
  const document: Document = {
    id: newId(house),
    kind,
    contract,
    from,
    until,
    dueDay: due,
    lines,
    gross: lines.reduce((sum, line) => sum + line.net.amount + line.vat.amount, 0),
    shares: [],
    rule: of.rule ?? null,
    movedOn: null,
    penalises: of.penalises ?? null,
    credited: new Map(),
    isNumbered: false,
    isVoid: false,
    paid: 0,
    depositHeld: 0,
    penalisedUntil: null,
    penalties: 0,
  }
  contract.documents.push(document)
  return document
}

/** It becomes an invoice and enters the book. */
export function number(house: House, document: Document): void {
  if (document.isNumbered || document.isVoid) throw new Error('a document is numbered once')
  document.isNumbered = true
  if (document.gross === 0) return
  const lines = document.lines.map(({ kind, net, vat }) => ({
    kind,
    net,
    vat,
    gross: money(net.amount + vat.amount, house.currency),
  }))
  enter(house, document.contract.tenant, postInvoiceIssued(lines))
}
