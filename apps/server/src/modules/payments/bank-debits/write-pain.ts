import type { SequenceType } from '@stowage/domain/bank-debit'
import { plainAccount } from '@stowage/domain/iban'
import { sepaText } from '@stowage/domain/sepa-text'
import type { BatchCreditor } from './batch-store.ts'

/** Lengths of the scheme's implementation guidelines (EPC130-08), shorter than those of ISO 20022. */
const NAME = 70
const WORDS = 140

export interface PainDebit {
  /** Its name at all banks on the way, and in every return. */
  readonly endToEndId: string
  /** Euro cents. */
  readonly amount: number
  readonly mandate: string
  readonly signedOn: Temporal.PlainDate
  readonly holder: string
  readonly iban: string
  readonly remittance: string
}

export interface PainPart {
  readonly id: string
  readonly sequence: SequenceType
  readonly collectOn: Temporal.PlainDate
  readonly creditorId: string
  readonly debits: readonly PainDebit[]
}

export interface PainFile {
  readonly id: string
  readonly madeAt: Temporal.Instant
  readonly creditor: BatchCreditor
  readonly parts: readonly PainPart[]
}

/**
 * A customer direct debit initiation (ISO 20022, pain.008.001.08) for the CORE scheme: what a creditor hands to its bank. Letters
 * of SEPA's set only; no addresses, which the scheme asks for outside the European Economic Area alone.
 */
export function writePain({ id, madeAt, creditor, parts }: PainFile): string {
  const name = nameOf(creditor.name)
  const all = parts.flatMap(({ debits }) => debits)
  const header = el(
    'GrpHdr',
    el('MsgId', id),
    el('CreDtTm', madeAt.round('second').toString()),
    ...sums(all),
    el('InitgPty', el('Nm', name)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">${el(
    'CstmrDrctDbtInitn',
    header,
    ...parts.map((part) => partXml(part, creditor, name)),
  )}</Document>\n`
}

function partXml(part: PainPart, creditor: BatchCreditor, name: string): string {
  return el(
    'PmtInf',
    el('PmtInfId', part.id),
    el('PmtMtd', 'DD'),
    el('BtchBookg', 'true'),
    ...sums(part.debits),
    el(
      'PmtTpInf',
      el('SvcLvl', el('Cd', 'SEPA')),
      el('LclInstrm', el('Cd', 'CORE')),
      el('SeqTp', part.sequence),
    ),
    el('ReqdColltnDt', part.collectOn.toString()),
    el('Cdtr', el('Nm', name)),
    el('CdtrAcct', accountXml(creditor.iban)),
    el('CdtrAgt', agentXml(creditor.bic)),
    el('ChrgBr', 'SLEV'),
    el(
      'CdtrSchmeId',
      el('Id', el('PrvtId', el('Othr', el('Id', part.creditorId), el('SchmeNm', el('Prtry', 'SEPA'))))),
    ),
    ...part.debits.map(debitXml),
  )
}

function debitXml(debit: PainDebit): string {
  const words = sepaText(debit.remittance, WORDS)
  return el(
    'DrctDbtTxInf',
    el('PmtId', el('EndToEndId', debit.endToEndId)),
    `<InstdAmt Ccy="EUR">${decimal(debit.amount)}</InstdAmt>`,
    el(
      'DrctDbtTx',
      el('MndtRltdInf', el('MndtId', debit.mandate), el('DtOfSgntr', debit.signedOn.toString())),
    ),
    // The IBAN says which bank it is; that of another country has no part in it since 2016.
    el('DbtrAgt', agentXml(null)),
    el('Dbtr', el('Nm', nameOf(debit.holder))),
    el('DbtrAcct', accountXml(debit.iban)),
    words === '' ? '' : el('RmtInf', el('Ustrd', words)),
  )
}

/** No name is empty: of a file with one that is, a bank takes nothing. */
const nameOf = (text: string): string => sepaText(text, NAME) || 'NOTPROVIDED'

const sums = (debits: readonly PainDebit[]): string[] => [
  el('NbOfTxs', String(debits.length)),
  el('CtrlSum', decimal(debits.reduce((sum, { amount }) => sum + amount, 0))),
]

const accountXml = (iban: string): string => el('Id', el('IBAN', plainAccount(iban)))

/** What was typed as a bank's code may be one of another system; the account number alone says which bank it is. */
function agentXml(bic: string | null): string {
  const code = plainAccount(bic ?? '')
  const isBic = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(code)
  return el('FinInstnId', isBic ? el('BICFI', code) : el('Othr', el('Id', 'NOTPROVIDED')))
}

/** Euro with two places behind a point; in whole cents, so that no sum is rounded. */
export function decimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`not an amount: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Text goes in as it is or not at all: SEPA's letters hold none that XML reads. */
function el(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.map((one) => (one.startsWith('<') ? one : escaped(one))).join('')}</${name}>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
