import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { plainAccount } from '@stowage/domain/iban'
import { BankFileError, MOST_LINES, plainText, type BankLine, type BankStatement } from './statement.ts'
import { childOf, childrenOf, textAt, type XmlNode } from './xml-node.ts'

/** Deeper than any version of the message. */
const DEEPEST = 32
/** Parts of one entry: a batch of thousands of payments has some hundred thousand. */
const MOST_PARTS = 400_000
/** So much is read between two turns of the event loop: about 10 ms. */
const CHUNK = 128 * 1024

/**
 * Reads an account statement in the form of ISO 20022, camt.053 of any version. The text goes through a strict reader piece by
 * piece and only one entry is held as a tree; a document type (and so every entity of a file's own) is refused.
 * @throws BankFileError with the line, or the number of the entry
 */
export async function readCamt(text: string): Promise<BankStatement[]> {
  const reader = createReader()
  for (let at = 0; at < text.length; at += CHUNK) {
    reader.write(text.slice(at, at + CHUNK))
    await setImmediate()
  }
  return reader.end()
}

interface Draft {
  readonly statementId: string | null
  account: string | null
  currency: string | null
  opening: number | null
  closing: number | null
  readonly lines: BankLine[]
  skipped: number
  entries: number
}

/** Parts of a statement that are read as a tree when they end; all others are passed over. */
const KEPT = new Set(['Id', 'Acct', 'Bal', 'Ntry'])

function createReader() {
  const parser = new SaxesParser()
  const path: string[] = []
  const statements: BankStatement[] = []
  let draft: Draft | undefined
  let tree: XmlNode[] = []
  let total = 0
  let parts = 0
  const here = (): string => `line ${parser.line}`
  const refuse = (error: Error): never => {
    throw error instanceof BankFileError ? error : new BankFileError('xml', here(), { cause: error })
  }
  parser.on('error', refuse)
  parser.on('doctype', () => refuse(new BankFileError('doctype', here())))
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    path.push(local)
    if (path.length > DEEPEST) refuse(new BankFileError('depth', here()))
    if (path.length === 1 && local !== 'Document') refuse(new BankFileError('otherMessage', local))
    if (path.length === 2 && local !== 'BkToCstmrStmt') refuse(new BankFileError('otherMessage', local))
    const isStatement = path.length === 3 && local === 'Stmt'
    if (isStatement)
      draft = {
        statementId: null,
        account: null,
        currency: null,
        opening: null,
        closing: null,
        lines: [],
        skipped: 0,
        entries: 0,
      }
    const isInside = tree.length > 0
    if (!isInside && !(path.length === 4 && path[2] === 'Stmt' && KEPT.has(local))) return
    const node: XmlNode = {
      name: local,
      currency: attributes['Ccy'] ?? null,
      text: '',
      children: [],
      line: parser.line,
    }
    parts = isInside ? parts + 1 : 0
    if (parts > MOST_PARTS) refuse(new BankFileError('tooMany', here()))
    tree.at(-1)?.children.push(node)
    tree.push(node)
  })
  const hear = (text: string): void => {
    const node = tree.at(-1)
    if (node !== undefined) node.text += text
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const local = path.pop()
    const node = tree.pop()
    if (draft === undefined) return
    if (node !== undefined && tree.length === 0) {
      take(draft, node)
      tree = []
      total += node.name === 'Ntry' ? 1 : 0
      if (total > MOST_LINES || draft.lines.length > MOST_LINES)
        refuse(new BankFileError('tooMany', String(MOST_LINES)))
    }
    if (local === 'Stmt' && path.length === 2) {
      statements.push(finished(draft))
      draft = undefined
    }
  })
  return {
    write: (text: string): void => void parser.write(text),
    end(): BankStatement[] {
      parser.close()
      if (statements.length === 0) throw new BankFileError('noStatement')
      return statements
    },
  }
}

function take(draft: Draft, node: XmlNode): void {
  switch (node.name) {
    case 'Id':
      Object.assign(draft, { statementId: plainText(node.text, 70) })
      return
    case 'Acct':
      draft.account = accountAt(node)
      draft.currency = textAt(node, 'Ccy')
      return
    case 'Bal':
      takeBalance(draft, node)
      return
    default: {
      draft.entries += 1
      const lines = linesOf(node, draft)
      if (lines === 'skipped') draft.skipped += 1
      else draft.lines.push(...lines)
    }
  }
}

const accountAt = (account: XmlNode | undefined): string | null => {
  const id = textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id')
  return id === null ? null : plainAccount(id).slice(0, 42)
}

function takeBalance(draft: Draft, node: XmlNode): void {
  const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd')
  const amount = childOf(node, 'Amt')
  const place = `balance ${code ?? ''}, line ${node.line}`
  if (amount === undefined) throw new BankFileError('amount', place)
  if (code !== 'OPBD' && code !== 'PRCD' && code !== 'CLBD') return
  takeCurrency(draft, amount.currency, place)
  const value = minorOf(amount.text, place) * signOf(node, place)
  if (code === 'CLBD') draft.closing = value
  // The booked opening of this one counts before the closing of the one before.
  else if (code === 'OPBD' || draft.opening === null) draft.opening = value
}

/** An account has one currency; where its statement does not name it, the first amount does. */
function takeCurrency(draft: Draft, currency: string | null, place: string): void {
  if (currency === null) throw new BankFileError('currency', place)
  draft.currency ??= currency
  if (draft.currency !== currency) throw new BankFileError('currency', `${place}: ${currency}`)
}

function signOf(node: XmlNode, place: string): 1 | -1 {
  const word = textAt(node, 'CdtDbtInd')
  if (word !== 'CRDT' && word !== 'DBIT') throw new BankFileError('amount', place)
  return word === 'CRDT' ? 1 : -1
}

/** A decimal number of a file as minor units; all our currencies have two decimals, banks write up to five. */
function minorOf(text: string, place: string): number {
  const [, whole, part = ''] = /^\s*(\d{1,13})(?:\.(\d{1,5}))?\s*$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(2)))
    throw new BankFileError('amount', `${place}: ${text.trim().slice(0, 30)}`)
  return Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'))
}

function dayOf(node: XmlNode, place: string): string | null {
  const text = textAt(node, 'Dt') ?? textAt(node, 'DtTm')
  if (text === null) return null
  const day = text.slice(0, 10)
  if (!isDay(day)) throw new BankFileError('day', `${place}: ${text.slice(0, 30)}`)
  return day
}

/** A day that is in the calendar, and of our times. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth
  )
}

/** The payments of one entry: those that it is made of where each is told with its sum, else the entry itself. */
function linesOf(entry: XmlNode, draft: Draft): BankLine[] | 'skipped' {
  const place = `entry ${draft.entries}, line ${entry.line}`
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status !== null && status !== 'BOOK') return 'skipped'
  const amount = childOf(entry, 'Amt')
  if (amount === undefined) throw new BankFileError('amount', place)
  takeCurrency(draft, amount.currency, place)
  const whole = minorOf(amount.text, place)
  const direction = signOf(entry, place) === 1 ? ('in' as const) : ('out' as const)
  if (whole === 0) return 'skipped'
  const booked = childOf(entry, 'BookgDt')
  const valued = childOf(entry, 'ValDt')
  const valueOn = valued === undefined ? null : dayOf(valued, place)
  const bookedOn = (booked === undefined ? null : dayOf(booked, place)) ?? valueOn
  if (bookedOn === null) throw new BankFileError('day', place)
  const common = {
    bookedOn,
    valueOn,
    direction,
    currency: amount.currency ?? '',
    isReversal: textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1',
  }
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  const told = Number(
    childrenOf(entry, 'NtryDtls')
      .map((one) => textAt(one, 'Btch', 'NbOfTxs') ?? '0')
      .at(0) ?? '0',
  )
  const ofEntry = textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')
  const additional = textAt(entry, 'AddtlNtryInf')
  const ofBatch = batchNameOf(entry)
  const single = wordsOf(details.length === 1 ? details[0] : undefined, direction, ofEntry, additional)
  const parts = details.length > 1 ? partsOf(details, whole, common, place) : undefined
  if (parts !== undefined)
    return parts.map(({ node, amount }) => ({
      ...common,
      ...wordsOf(node, direction, ofEntry, additional),
      amount,
      isBatch: false,
    }))
  return [
    {
      ...common,
      ...single,
      returnReason: single.returnReason ?? reasonOf(details),
      batchReference: single.batchReference ?? ofBatch,
      amount: whole,
      isBatch: details.length > 1 || told > 1,
    },
  ]
}

/** Why payments came back that are told in one sum: charges are taken off with them, and nobody may take it for a payout. */
const reasonOf = (details: readonly XmlNode[]): string | null =>
  details.map(returnReasonOf).find((reason) => reason !== null) ?? null

const returnReasonOf = (node: XmlNode | undefined): string | null =>
  plainText(textAt(node, 'RtrInf', 'Rsn', 'Cd') ?? textAt(node, 'RtrInf', 'Rsn', 'Prtry'), 35)

/** The name that whoever handed payments in together gave to them. */
function batchNameOf(entry: XmlNode): string | null {
  const batches = childrenOf(entry, 'NtryDtls').map((one) => childOf(one, 'Btch'))
  return known(
    batches.map((one) => textAt(one, 'PmtInfId') ?? textAt(one, 'MsgId')).find((name) => name !== null) ??
      null,
  )
}

/** Only where the parts make up the whole: charges taken off, or sums left out, and nobody knows which payment was how much. */
function partsOf(
  details: readonly XmlNode[],
  whole: number,
  { currency, direction }: Pick<BankLine, 'currency' | 'direction'>,
  place: string,
): { node: XmlNode; amount: number }[] | undefined {
  const parts: { node: XmlNode; amount: number }[] = []
  for (const node of details) {
    const amount = childOf(node, 'Amt') ?? childOf(childOf(childOf(node, 'AmtDtls'), 'TxAmt'), 'Amt')
    const word = textAt(node, 'CdtDbtInd')
    if (amount?.currency !== currency) return undefined
    if (word !== null && (word === 'CRDT') !== (direction === 'in')) return undefined
    const value = minorOf(amount.text, place)
    if (value === 0) return undefined
    parts.push({ node, amount: value })
  }
  return parts.reduce((sum, part) => sum + part.amount, 0) === whole ? parts : undefined
}

/** What the bank says of a payment beside its sum. */
function wordsOf(
  node: XmlNode | undefined,
  direction: 'in' | 'out',
  ofEntry: string | null,
  additional: string | null,
) {
  const refs = childOf(node, 'Refs')
  const parties = childOf(node, 'RltdPties')
  const [role, ultimate] = direction === 'in' ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  const remittance = childOf(node, 'RmtInf')
  const structured = childrenOf(remittance, 'Strd')
  const told = [
    ...childrenOf(remittance, 'Ustrd').map(({ text }) => text),
    ...structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => text)),
  ].join(' ')
  const nameOf = (who: string): string | null =>
    textAt(parties, who, 'Nm') ?? textAt(parties, who, 'Pty', 'Nm')
  return {
    bankReference: known(textAt(refs, 'AcctSvcrRef')) ?? known(ofEntry),
    endToEndId: known(textAt(refs, 'EndToEndId')),
    batchReference: known(textAt(refs, 'PmtInfId')) ?? known(textAt(refs, 'MsgId')),
    payerName: plainText(nameOf(role ?? '') ?? nameOf(ultimate ?? ''), 140),
    payerAccount: accountAt(childOf(parties, `${role}Acct`)),
    purpose: plainText(told) ?? plainText(textAt(node, 'AddtlTxInf')) ?? plainText(additional) ?? '',
    reference: plainText(
      structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref')).find((ref) => ref !== null),
      140,
    ),
    returnReason: returnReasonOf(node),
  }
}

/** Banks fill what they do not know. */
const known = (text: string | null): string | null =>
  text === null || /^(?:NOTPROVIDED|NOT PROVIDED|NONREF|NOTAVAIL|0+)$/i.test(text.trim())
    ? null
    : plainText(text, 140)

/** Opening, movements and closing must agree to the cent: a file with a page missing is not imported. */
function finished(draft: Draft): BankStatement {
  if (draft.account === null) throw new BankFileError('account', draft.statementId ?? '')
  if (draft.opening !== null && draft.closing !== null) {
    const moved = draft.lines.reduce(
      (sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount),
      draft.opening,
    )
    if (!Number.isSafeInteger(moved) || moved !== draft.closing)
      throw new BankFileError(
        'sums',
        `${draft.statementId ?? draft.account}: ${decimal(moved)} ≠ ${decimal(draft.closing)}`,
      )
  }
  const { statementId, account, currency, opening, closing, lines, skipped } = draft
  return { statementId, account, currency, opening, closing, lines, skipped }
}

const decimal = (minor: number): string => (minor / 100).toFixed(2)
