import { remainder97 } from '@stowage/domain/iban'

/** A German account number with right check digits. */
export function ibanOf(number: number): string {
  const rest = String(number).padStart(18, '0')
  return `DE${String(98 - remainder97(`DE00${rest}`)).padStart(2, '0')}${rest}`
}

export interface WrittenEntry {
  readonly amount: string
  readonly currency?: string
  readonly sign?: 'CRDT' | 'DBIT'
  readonly day?: string
  readonly status?: string
  readonly reversal?: boolean
  readonly bankReference?: string
  readonly endToEnd?: string
  readonly payer?: string
  readonly iban?: string
  readonly purpose?: readonly string[]
  readonly reference?: string
  readonly reason?: string
  /** Payments of which it is made, instead of the words above. */
  readonly parts?: readonly Omit<WrittenEntry, 'day' | 'parts'>[]
  readonly batchOf?: number
  /** The name under which a batch was handed in. */
  readonly batch?: string
}

const tag = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`

function details(one: Omit<WrittenEntry, 'parts'>, version: string, hasAmount: boolean): string {
  const isIncoming = (one.sign ?? 'CRDT') === 'CRDT'
  const who = isIncoming ? 'Dbtr' : 'Cdtr'
  const name = tag('Nm', one.payer)
  const amount = `<Amt Ccy="${one.currency ?? 'EUR'}">${one.amount}</Amt>`
  return `<TxDtls><Refs>${tag('AcctSvcrRef', one.bankReference)}${tag('EndToEndId', one.endToEnd)}</Refs>${
    hasAmount
      ? version === '02'
        ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`
        : `${amount}<CdtDbtInd>${one.sign ?? 'CRDT'}</CdtDbtInd>`
      : ''
  }<RltdPties>${one.payer === undefined ? '' : tag(who, Number(version) >= 8 ? tag('Pty', name) : name)}${
    one.iban === undefined ? '' : `<${who}Acct><Id><IBAN>${one.iban}</IBAN></Id></${who}Acct>`
  }</RltdPties><RmtInf>${(one.purpose ?? []).map((line) => tag('Ustrd', line)).join('')}${
    one.reference === undefined
      ? ''
      : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${one.reference}</Ref></CdtrRefInf></Strd>`
  }</RmtInf>${one.reason === undefined ? '' : `<RtrInf><Rsn><Cd>${one.reason}</Cd></Rsn></RtrInf>`}</TxDtls>`
}

function entryXml(entry: WrittenEntry, version: string): string {
  const status = entry.status ?? 'BOOK'
  return `<Ntry><Amt Ccy="${entry.currency ?? 'EUR'}">${entry.amount}</Amt><CdtDbtInd>${entry.sign ?? 'CRDT'}</CdtDbtInd>${
    entry.reversal === undefined ? '' : `<RvslInd>${entry.reversal}</RvslInd>`
  }<Sts>${Number(version) >= 4 ? tag('Cd', status) : status}</Sts><BookgDt><Dt>${entry.day ?? '2026-11-20'}</Dt></BookgDt><ValDt><Dt>${entry.day ?? '2026-11-20'}</Dt></ValDt>${
    entry.parts === undefined ? tag('AcctSvcrRef', entry.bankReference) : ''
  }<BkTxCd/><NtryDtls>${entry.batchOf === undefined ? '' : `<Btch>${tag('PmtInfId', entry.batch)}<NbOfTxs>${entry.batchOf}</NbOfTxs></Btch>`}${
    entry.parts === undefined
      ? details(entry, version, false)
      : entry.parts.map((part) => details(part, version, true)).join('')
  }</NtryDtls></Ntry>`
}

export interface WrittenStatement {
  readonly account: string
  readonly id?: string
  readonly currency?: string
  readonly opening?: string
  readonly closing?: string
  readonly entries: readonly WrittenEntry[]
}

/** A statement as a bank writes it; the closing balance is what the entries come to, unless said otherwise. */
export function camt(
  statements: readonly WrittenStatement[] | WrittenStatement,
  version = '08',
  prefix = '',
): string {
  const list = Array.isArray(statements)
    ? (statements as readonly WrittenStatement[])
    : [statements as WrittenStatement]
  const body = list
    .map(({ account, id = 'S1', currency = 'EUR', opening = '1000.00', closing, entries }) => {
      const moved = entries
        .filter(({ status }) => status === undefined || status === 'BOOK')
        .reduce(
          (sum, { amount, sign }) => sum + (sign === 'DBIT' ? -1 : 1) * Math.round(Number(amount) * 100),
          Math.round(Number(opening) * 100),
        )
      const balance = (code: string, amount: string): string =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`
      return `<Stmt><Id>${id}</Id><CreDtTm>2026-11-20T20:00:00</CreDtTm><Acct><Id>${
        /^[A-Z]{2}\d\d/.test(account) ? tag('IBAN', account) : tag('Othr', tag('Id', account))
      }</Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing ?? (moved / 100).toFixed(2))}${entries
        .map((entry) => entryXml(entry, version))
        .join('')}</Stmt>`
    })
    .join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T20:00:00</CreDtTm></GrpHdr>${body}</BkToCstmrStmt></Document>`
  return prefix === ''
    ? xml
    : xml.replaceAll(/<(\/?)([A-Za-z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`)
}
