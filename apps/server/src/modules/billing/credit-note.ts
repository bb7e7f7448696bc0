import { deferredPart } from '@stowage/domain/deferral'
import { postCreditNote } from '@stowage/domain/ledger'
import { add, money, sum, type Money } from '@stowage/domain/money'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { lockDocument, type DocumentRow, type LineRow } from './billing-store.ts'
import { rentAtRelease } from './book-store.ts'
import { insertPaper } from './closing-store.ts'
import { depositHeld } from './ledger-store.ts'
import { post } from './post-ledger.ts'
import { deferredOf } from './release-rent.ts'
import { factsOf } from './posting-facts.ts'
import { numberLast } from './settle-payment.ts'

/** What goes back of a line of the corrected document; amounts above 0. */
export interface CreditNoteLine {
  readonly kind: LineRow['kind']
  readonly quantity: number
  /** In minor units, as it stands on the corrected line. */
  readonly unitNet: number
  readonly net: Money
  readonly vat: Money
  readonly vatPercent: number
  readonly explanation: Readonly<Record<string, unknown>>
}

export interface NewCreditNote {
  readonly original: DocumentRow
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly lines: readonly CreditNoteLine[]
  /** Printed on it, where somebody gave one. */
  readonly reason: string | null
  readonly at: Temporal.Instant
}

/**
 * The one way in which a credit note is made: its lines are those of the corrected document negated, or their share; seller and
 * buyer stand on it as on that; it enters the book against the tenant's balance and gets its number last. What the balance
 * then pays is the caller's to say. The caller has the tenant's turn, and has seen that no more goes back than is left.
 */
export async function makeCreditNote(tx: Tx, note: NewCreditNote): Promise<string> {
  const { original, lines, at } = note
  const { currency } = original
  const id = newId()
  const issuedOn = at.toZonedDateTimeISO(original.snapshot.timeZone).toPlainDate()
  const negated = lines.map(({ net, vat, ...line }) => ({
    ...line,
    net: -net.amount,
    vat: -vat.amount,
    gross: -add(net, vat).amount,
  }))
  const total = (part: 'net' | 'vat' | 'gross'): number =>
    negated.reduce((running, line) => running + line[part], 0)
  await insertPaper(tx, {
    id,
    kind: 'credit_note',
    plan: { ...original, id: original.planId },
    correctsId: original.id,
    from: note.from,
    until: note.until,
    issuedOn,
    net: total('net'),
    vat: total('vat'),
    gross: total('gross'),
    snapshot: original.snapshot,
    comment: note.reason,
    at,
    lines: negated,
  })
  const row = await lockDocument(tx, id)
  if (!row) return id
  if (row.gross < 0) {
    const posted = lines.map(({ kind, net, vat }) => ({
      kind: kind === 'adjustment' ? ('rent' as const) : kind,
      net,
      vat,
      gross: add(net, vat),
    }))
    const deposit = sum(
      posted.filter(({ kind }) => kind === 'deposit').map(({ gross }) => gross),
      currency,
    )
    const rent = sum(
      posted.filter(({ kind }) => kind === 'rent').map(({ net }) => net),
      currency,
    )
    const held = money(await depositHeld(tx, original.contractId), currency)
    // Of several deposits the one on a paid invoice is held; what an open one asks for was never taken.
    const isDepositHeld = deposit.amount > 0 && original.status === 'paid' && held.amount >= deposit.amount
    await post(tx, [
      {
        posting: postCreditNote(posted, isDepositHeld, deferredPart(rent, await deferredLeft(tx, original))),
        facts: factsOf(row, at, 'credited'),
      },
    ])
  }
  numberLast(tx, row, at)
  return id
}

/** What still stands in `deferredRent` of a document since its seller's last release. */
async function deferredLeft(tx: Tx, { id, currency }: DocumentRow): Promise<Money> {
  const rent = await rentAtRelease(tx, id)
  if (!rent) return money(0, currency)
  const deferred = deferredOf(rent, Temporal.PlainDate.from(rent.releasedOn))
  return money(Math.max(0, deferred.amount - rent.taken), currency)
}
