import { periodOn } from '@stowage/domain/period'
import {
  chargedUntil,
  chargesDays,
  creditOf,
  documentsOf,
  isBefore,
  type Contract,
  type Document,
  type House,
  type Tenant,
} from './house.ts'

/** What must hold of a tenant after each day on which anything happened to him (I2–I5, I11). */
export function proveTenant(tenant: Tenant): void {
  let [receivable, deposits, asked] = [0, 0, 0]
  for (const document of documentsOf(tenant)) {
    proveDocument(document)
    if (!document.isNumbered) continue
    receivable += document.gross - document.paid
    deposits += document.depositHeld
    const line = document.lines.find(({ kind }) => kind === 'deposit')
    if (line !== undefined)
      asked += line.net.amount - (document.credited.get('deposit')?.net ?? 0) - document.depositHeld
  }
  const { book } = tenant
  same('receivable', book.get('receivable') ?? 0, receivable)
  same('deposits held', 0 - (book.get('deposit') ?? 0), deposits)
  same('deposits asked for', 0 - (book.get('depositAsked') ?? 0), asked)
  if (creditOf(tenant) < 0) throw new Error(`a balance was spent twice: ${creditOf(tenant)}`)
  let sum = 0
  for (const balance of book.values()) sum += balance
  same('the book of a tenant', sum, 0)
  let cash = 0
  for (const payment of tenant.payments.values())
    if (payment.isBooked) cash += payment.amount - payment.refunded
  // What was paid out is cash that went, and is said by the book alone.
  if ((book.get('cash:paykeeper') ?? 0) > cash) throw new Error('more cash than came in')
  for (const contract of tenant.contracts) if (contract.status !== 'cancelled') provePeriods(contract)
}

function proveDocument(document: Document): void {
  const settled = document.shares.reduce((sum, { amount }) => sum + amount, 0)
  same(`shares of ${document.id}`, settled, document.paid)
  if (document.paid < 0 || document.paid > document.gross)
    throw new Error(`paid ${document.paid} of ${document.gross}`)
  if (document.isVoid && (document.isNumbered || document.paid > 0))
    throw new Error('money on a void document')
  let gross = 0
  for (const { net, vat } of document.lines) {
    if (net.amount < 0 || vat.amount < 0) throw new Error('a line below nothing')
    gross += net.amount + vat.amount
  }
  same(`lines of ${document.id}`, gross, document.gross)
  const penaltyCap = document.penalties
  if (penaltyCap > document.gross) throw new Error('penalties above the invoice')
}

/** The invoices follow one another without a gap or a day twice (I2); a whole period asks for what was promised (I11). */
function provePeriods(contract: Contract): void {
  let reached = contract.startDay
  for (const document of contract.documents) {
    if (!chargesDays(document)) continue
    if (!document.from.equals(reached))
      throw new Error(`an invoice from ${document.from.toString()}, billed until ${reached.toString()}`)
    reached = chargedUntil(document)
    if (contract.paidUntil !== null && !isBefore(document.from, contract.paidUntil)) {
      const given = document.lines.every(
        (line) => (document.credited.get(line.kind)?.net ?? 0) === line.net.amount,
      )
      if (!given) throw new Error('days after the closing are asked for')
    }
    // Days after the end are no period that anything was promised for, though a rise may have told what one would cost.
    if (document.rule === 'overstayDays') continue
    const promised = contract.promised.get(document.from.toString())
    if (promised?.until === document.until.toString())
      same(`promised from ${document.from.toString()}`, document.gross, promised.gross)
    else if (promised !== undefined && isBefore(Temporal.PlainDate.from(promised.until), document.until))
      throw new Error('an invoice beyond its period')
  }
  same(`days billed of ${contract.id}`, reached.toString(), contract.billedUntil.toString())
  const [terms] = contract.terms
  if (terms === undefined || (contract.endDay === null && periodOn(terms, contract.billedUntil) === null))
    throw new Error('billed behind every term')
}

/** What must hold of the whole book after each day (I3). */
export function proveBook(house: House): void {
  let sum = 0
  for (const balance of house.book.values()) sum += balance
  same('the book', sum, 0)
}

/** … and that its parts are the tenants', after the last day. */
export function proveParts(house: House): void {
  for (const [account, balance] of house.book)
    same(
      account,
      house.tenants.reduce((total, tenant) => total + (tenant.book.get(account) ?? 0), 0),
      balance,
    )
}

function same<Value extends string | number>(what: string, said: Value, known: Value): void {
  if (said !== known) throw new Error(`${what}: ${said}, expected ${known}`)
}
