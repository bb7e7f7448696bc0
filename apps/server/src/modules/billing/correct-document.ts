import type { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import type { Answer } from '@stowage/api/endpoint'
import {
  correctedTotals,
  CorrectionError,
  correctLines,
  creditGoes,
  type CorrectedLine,
} from '@stowage/domain/correction'
import { money, type Currency } from '@stowage/domain/money'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { findDocument, takeTenantTurn } from './billing-store.ts'
import { correctable, debtBeside, leftLines, type Correctable, type LeftLine } from './correction-view.ts'
import { makeCreditNote } from './credit-note.ts'
import { creditNoteIssued, documentCredited } from './events.ts'
import { useCreditOf, useCreditOn } from './settle-payment.ts'
import { tell } from './tell.ts'

type Preview = Answer<typeof previewCreditNote>
type Wishes = Call<typeof previewCreditNote, Actor>['body']['lines']

interface Correction {
  readonly document: Correctable
  readonly lines: readonly LeftLine[]
  readonly corrected: readonly CorrectedLine[]
  readonly preview: Preview
}

/** What a credit note on a document would come to. @throws Failure 9104; 9128 where it cannot be corrected, or not by that much */
export async function previewCorrection(db: Database, id: string, wishes: Wishes): Promise<Preview> {
  return (await correctionOf(db, (await correctable(db, id)) ?? fail(9104), wishes)).preview
}

async function correctionOf(db: Database | Tx, document: Correctable, wishes: Wishes): Promise<Correction> {
  const currency = document.currency as Currency
  if (document.kind !== 'invoice' && document.kind !== 'penalty') fail(9128, { params: { by: 'kind' } })
  if (document.status === 'void') fail(9104)
  if (document.number === null) fail(9128, { params: { by: 'notIssued' } })
  const lines = await leftLines(db, document.id)
  const inMoney = (amount: number) => money(amount, currency)
  const corrected = correct(
    lines.map((line) => ({ ...line, net: inMoney(line.net), vat: inMoney(line.vat) })),
    (wishes ?? wholeOf(document, lines))?.map(({ position, net }) => ({ position, net: inMoney(net) })),
  )
  const totals = correctedTotals(corrected, currency)
  const goes = creditGoes(totals.gross, {
    // What was given up is asked for no more, and is not to become a balance either.
    document: inMoney(document.gross - document.paid + document.writtenOff),
    others: inMoney(await debtBeside(db, document)),
  })
  return {
    document,
    lines,
    corrected,
    preview: {
      documentId: document.id,
      documentNumber: document.number,
      currency,
      lines: lines.map(({ position, kind, vatPercent, net, vat }) => {
        const back = corrected.find((line) => line.position === position)
        return {
          position,
          kind,
          vatPercent,
          left: { net, vat, gross: net + vat },
          back: {
            net: back?.net.amount ?? 0,
            vat: back?.vat.amount ?? 0,
            gross: back?.gross.amount ?? 0,
          },
        }
      }),
      net: totals.net.amount,
      vat: totals.vat.amount,
      gross: totals.gross.amount,
      left: lines.reduce((running, line) => running + line.net + line.vat, 0),
      pays: goes.pays.amount,
      toOthers: goes.toOthers.amount,
      balance: goes.balance.amount,
    },
  }
}

/**
 * All that is left; of a contract that is not closed without the deposit, which goes back at its closing, unless somebody names it, or
 * nothing else is left.
 */
function wholeOf({ isContractOver }: Correctable, lines: readonly LeftLine[]): Wishes {
  const others = lines.filter(({ kind, net }) => kind !== 'deposit' && net > 0)
  return isContractOver || others.length === 0 ? undefined : others
}

function correct(...given: Parameters<typeof correctLines>): CorrectedLine[] {
  try {
    return correctLines(...given)
  } catch (error) {
    if (error instanceof CorrectionError)
      fail(9128, { params: { by: error.kind }, reason: error.message, cause: error })
    throw error
  }
}

/**
 * A superUser corrects an issued document, or waives a penalty, with a reason that is printed (decision 18: a credit note is the only
 * way). The note first pays what it corrects, then what else the tenant owes; the rest is his balance. Pay pages that still
 * ask for all of it are given up; money that comes all the same is his balance.
 * @throws Failure 9104; 9128; 9109 with the present figures where another note or figure has come between
 */
export async function correctDocument(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof issueCreditNote, Actor>,
): Promise<Answer<typeof issueCreditNote>> {
  const at = clock.now()
  const { params, body } = call
  const original = (await findDocument(tx, params.id)) ?? fail(9104)
  // Alone with this tenant's money: what is left of the document is read after whoever was there before.
  await takeTenantTurn(tx, original)
  const { document, lines, corrected, preview } = await correctionOf(
    tx,
    (await correctable(tx, original.id)) ?? fail(9104),
    body.lines,
  )
  if (preview.left !== body.shown.left || preview.gross !== body.shown.gross) fail(9109, { present: preview })
  const from = original.periodFrom ?? original.issuedOn
  const noteId = await makeCreditNote(tx, {
    original,
    from,
    until: original.periodTo ?? from.add({ days: 1 }),
    lines: corrected.map(({ position, net, vat, left }) => {
      const line = lines.find((one) => one.position === position)
      if (!line) throw new Error(`line ${position} of document ${document.id} is gone`)
      return {
        kind: line.kind,
        quantity: line.quantity,
        unitNet: line.unitNet,
        net,
        vat,
        vatPercent: line.vatPercent,
        explanation: {
          rule: 'corrected',
          position,
          rate: line.unitNet,
          billed: left.amount,
          rateDate: from.toString(),
          rounding: 'halfAwayFromZero',
        },
      }
    }),
    reason: body.reason,
    at,
  })
  await useCreditOn(tx, document.id, money(preview.gross, original.currency), at, [])
  await useCreditOf(tx, original, { contractId: original.contractId, at, issued: [] })
  tell(tx, documentCredited, original, at, { documentId: document.id })
  tell(tx, creditNoteIssued, original, at, { documentId: noteId })
  const isPenalty = document.kind === 'penalty'
  const { accountId, stockId } = original
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: accountId },
    {
      action: isPenalty ? 'penalty-waived' : 'document-corrected',
      subjectType: 'document',
      subjectId: document.id,
      stockId,
      before: { left: preview.left, currency: preview.currency },
      after: {
        creditNoteId: noteId,
        gross: preview.gross,
        left: preview.left - preview.gross,
        reason: body.reason,
      },
    },
  )
  return { documentId: noteId }
}
