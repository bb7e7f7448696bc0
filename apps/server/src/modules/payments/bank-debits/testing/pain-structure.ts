import { SaxesParser } from 'saxes'

/** Which elements stand in another, in which order and how often: `name`, `name?`, `name*`, `name+`; or what a leaf may say. */
type Rule = readonly string[] | RegExp

const TEXT35 = /^(?!\/)(?!.*\/\/)[a-zA-Z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/
const NAME = /^[a-zA-Z0-9/\-?:().,'+ ]{1,70}$/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const SUM = /^\d{1,16}\.\d{2}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const PARTY = ['Nm?', 'PstlAdr?', 'Id?', 'CtryOfRes?', 'CtctDtls?']

/**
 * The part of pain.008.001.08 (ISO 20022, with the lengths and letters of EPC130-08) that a file of ours can hold. Sequences are
 * whole, as the schema has them: an element in the wrong place is found also where its neighbours are left out.
 */
const RULES: Readonly<Record<string, Rule>> = {
  Document: ['CstmrDrctDbtInitn'],
  'Document/CstmrDrctDbtInitn': ['GrpHdr', 'PmtInf+', 'SplmtryData*'],
  'CstmrDrctDbtInitn/GrpHdr': ['MsgId', 'CreDtTm', 'Authstn*', 'NbOfTxs', 'CtrlSum?', 'InitgPty', 'FwdgAgt?'],
  'GrpHdr/MsgId': TEXT35,
  'GrpHdr/CreDtTm': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z?$/,
  'GrpHdr/NbOfTxs': /^\d{1,15}$/,
  'GrpHdr/CtrlSum': SUM,
  'GrpHdr/InitgPty': PARTY,
  'InitgPty/Nm': NAME,
  'CstmrDrctDbtInitn/PmtInf': [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg?',
    'NbOfTxs?',
    'CtrlSum?',
    'PmtTpInf?',
    'ReqdColltnDt',
    'Cdtr',
    'CdtrAcct',
    'CdtrAgt',
    'CdtrAgtAcct?',
    'UltmtCdtr?',
    'ChrgBr?',
    'ChrgsAcct?',
    'ChrgsAcctAgt?',
    'CdtrSchmeId?',
    'DrctDbtTxInf+',
  ],
  'PmtInf/PmtInfId': TEXT35,
  'PmtInf/PmtMtd': /^DD$/,
  'PmtInf/BtchBookg': /^(?:true|false)$/,
  'PmtInf/NbOfTxs': /^\d{1,15}$/,
  'PmtInf/CtrlSum': SUM,
  'PmtInf/PmtTpInf': ['InstrPrty?', 'SvcLvl*', 'LclInstrm?', 'SeqTp?', 'CtgyPurp?'],
  'PmtTpInf/SvcLvl': ['Cd'],
  'SvcLvl/Cd': /^SEPA$/,
  'PmtTpInf/LclInstrm': ['Cd'],
  'LclInstrm/Cd': /^CORE$/,
  'PmtTpInf/SeqTp': /^(?:FRST|RCUR)$/,
  'PmtInf/ReqdColltnDt': DAY,
  'PmtInf/Cdtr': PARTY,
  'Cdtr/Nm': NAME,
  'PmtInf/CdtrAcct': ['Id', 'Tp?', 'Ccy?', 'Nm?', 'Prxy?'],
  'CdtrAcct/Id': ['IBAN'],
  'Id/IBAN': IBAN,
  'PmtInf/CdtrAgt': ['FinInstnId', 'BrnchId?'],
  'CdtrAgt/FinInstnId': ['BICFI?', 'ClrSysMmbId?', 'LEI?', 'Nm?', 'PstlAdr?', 'Othr?'],
  'FinInstnId/BICFI': /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  'FinInstnId/Othr': ['Id', 'SchmeNm?', 'Issr?'],
  'Othr/Id': TEXT35,
  'PmtInf/ChrgBr': /^SLEV$/,
  'PmtInf/CdtrSchmeId': PARTY,
  'CdtrSchmeId/Id': ['PrvtId'],
  'Id/PrvtId': ['DtAndPlcOfBirth?', 'Othr*'],
  'PrvtId/Othr': ['Id', 'SchmeNm?', 'Issr?'],
  'Othr/SchmeNm': ['Prtry'],
  'SchmeNm/Prtry': /^SEPA$/,
  'PmtInf/DrctDbtTxInf': [
    'PmtId',
    'PmtTpInf?',
    'InstdAmt',
    'ChrgBr?',
    'DrctDbtTx?',
    'UltmtCdtr?',
    'DbtrAgt',
    'DbtrAgtAcct?',
    'Dbtr',
    'DbtrAcct',
    'UltmtDbtr?',
    'InstrForCdtrAgt?',
    'Purp?',
    'RgltryRptg*',
    'Tax?',
    'RltdRmtInf*',
    'RmtInf?',
    'SplmtryData*',
  ],
  'DrctDbtTxInf/PmtId': ['InstrId?', 'EndToEndId', 'UETR?'],
  'PmtId/EndToEndId': TEXT35,
  'DrctDbtTxInf/InstdAmt': /^\d{1,9}\.\d{2}$/,
  'DrctDbtTxInf/DrctDbtTx': ['MndtRltdInf?', 'CdtrSchmeId?', 'PreNtfctnId?', 'PreNtfctnDt?'],
  'DrctDbtTx/MndtRltdInf': [
    'MndtId?',
    'DtOfSgntr?',
    'AmdmntInd?',
    'AmdmntInfDtls?',
    'ElctrncSgntr?',
    'FrstColltnDt?',
    'FnlColltnDt?',
    'Frqcy?',
    'Rsn?',
    'TrckgDays?',
  ],
  'MndtRltdInf/MndtId': TEXT35,
  'MndtRltdInf/DtOfSgntr': DAY,
  'DrctDbtTxInf/DbtrAgt': ['FinInstnId', 'BrnchId?'],
  'DbtrAgt/FinInstnId': ['BICFI?', 'ClrSysMmbId?', 'LEI?', 'Nm?', 'PstlAdr?', 'Othr?'],
  'DrctDbtTxInf/Dbtr': PARTY,
  'Dbtr/Nm': NAME,
  'DrctDbtTxInf/DbtrAcct': ['Id', 'Tp?', 'Ccy?', 'Nm?', 'Prxy?'],
  'DbtrAcct/Id': ['IBAN'],
  'DrctDbtTxInf/RmtInf': ['Ustrd*', 'Strd*'],
  'RmtInf/Ustrd': /^[a-zA-Z0-9/\-?:().,'+ ]{1,140}$/,
}

export interface PainNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: PainNode[]
  text: string
}

export function readXml(xml: string): PainNode {
  const parser = new SaxesParser()
  const root: PainNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const node: PainNode = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [document] = root.children
  if (!document) throw new Error('no element')
  return document
}

/** All elements of a name, wherever they stand. */
export const allOf = (node: PainNode, name: string): PainNode[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)])

const textsOf = (node: PainNode, name: string): string[] => allOf(node, name).map(({ text }) => text)

const cents = (text: string | undefined): number => Math.round(Number(text) * 100)

/** What of a file breaks the schema, the scheme's rules, or its own sums; empty: nothing does. */
export function painFaults(xml: string): string[] {
  const document = readXml(xml)
  const faults: string[] = []
  if (document.attributes['xmlns'] !== 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08')
    faults.push('another message')
  check(document, 'Document', faults)
  const parts = allOf(document, 'PmtInf')
  for (const holder of [...parts, ...document.children]) {
    const [count] = holder.name === 'PmtInf' ? own(holder, 'NbOfTxs') : own(holder.children[0], 'NbOfTxs')
    const [sum] = holder.name === 'PmtInf' ? own(holder, 'CtrlSum') : own(holder.children[0], 'CtrlSum')
    const amounts = textsOf(holder, 'InstdAmt')
    if (Number(count) !== amounts.length) faults.push(`${holder.name}: ${count} of ${amounts.length} debits`)
    const total = amounts.reduce((all, amount) => all + cents(amount), 0)
    if (cents(sum) !== total) faults.push(`${holder.name}: ${sum} is not ${total}`)
  }
  for (const name of ['EndToEndId', 'PmtInfId']) {
    const ids = textsOf(document, name)
    if (new Set(ids).size !== ids.length) faults.push(`${name} twice`)
  }
  for (const amount of allOf(document, 'InstdAmt'))
    if (amount.attributes['Ccy'] !== 'EUR') faults.push('another currency')
  for (const part of parts)
    if (textsOf(part, 'SeqTp').length !== 1 || textsOf(part, 'CdtrSchmeId').length !== 1)
      faults.push('a part without sequence or creditor')
  return faults
}

const own = (node: PainNode | undefined, name: string): string[] =>
  (node?.children ?? []).filter((child) => child.name === name).map(({ text }) => text)

function check(node: PainNode, path: string, faults: string[]): void {
  const rule = RULES[path]
  if (rule === undefined) faults.push(`${path} is not known here`)
  else if (rule instanceof RegExp) {
    if (node.children.length > 0 || !rule.test(node.text)) faults.push(`${path}: ${node.text}`)
  } else if (node.text.trim() !== '') faults.push(`${path} holds text`)
  else inOrder(node, path, rule, faults)
  for (const child of node.children) check(child, `${node.name}/${child.name}`, faults)
}

function inOrder(node: PainNode, path: string, rule: readonly string[], faults: string[]): void {
  const names = node.children.map(({ name }) => name)
  let at = 0
  for (const item of rule) {
    const [, name = '', often = ''] = /^(\w+)([?*+]?)$/.exec(item) ?? []
    let found = 0
    while (names[at] === name) {
      at += 1
      found += 1
    }
    if (found === 0 && often !== '?' && often !== '*') faults.push(`${path} lacks ${name}`)
    if (found > 1 && often !== '*' && often !== '+') faults.push(`${path} has ${name} ${found} times`)
  }
  if (at < names.length) faults.push(`${path}: ${names[at]} in the wrong place`)
}
