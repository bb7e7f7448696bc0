/**
 * A document as the European standard for electronic invoices (EN 16931) counts it: its lines, its VAT by category and its totals.
 * The terms (BT-…) are the standard's, its rules (BR-…) hold by the property tests. Amounts are minor units of one currency.
 * Safe for the browser.
 */

export interface SourceLine {
  readonly kind: 'rent' | 'insurance' | 'deposit' | 'penalty' | 'adjustment'
  readonly quantity: number
  readonly unit: 'month' | 'day' | 'piece'
  /** Before the discount. */
  readonly unitNet: number
  readonly discount: number
  readonly net: number
  /** Of an insurance: the insurance's own tax, which is no VAT. */
  readonly vatPercent: number
  readonly vat: number
}

/** S standard rate, E exempt, O outside VAT; BT-151. */
export type VatCategory = 'S' | 'E' | 'O'
/** UN/ECE recommendation 20; BT-130. */
export type UnitCode = 'MON' | 'DAY' | 'C62'

export interface ElectronicLine {
  /** Of the document's lines, from 1; BT-126. */
  readonly id: number
  readonly kind: SourceLine['kind']
  readonly quantity: number
  readonly unit: UnitCode
  /** BT-146 */
  readonly unitPrice: number
  /** BT-136, of the line. */
  readonly allowance: number
  /** BT-131 */
  readonly net: number
  readonly category: VatCategory
  readonly vatPercent: number
  /** Insurance tax that `net` includes: the standard knows no tax beside VAT. */
  readonly includedTax: number
}

/** BG-23 */
export interface VatGroup {
  readonly category: VatCategory
  readonly vatPercent: number
  readonly taxable: number
  readonly vat: number
  /** Why nothing is charged: of which lines, told apart by their kinds. */
  readonly kinds: readonly SourceLine['kind'][]
}

export interface ElectronicInvoice {
  /** 380 invoice, 381 credit note; BT-3. */
  readonly typeCode: 380 | 381
  readonly lines: readonly ElectronicLine[]
  readonly vat: readonly VatGroup[]
  /** BT-106, BT-109: no allowance or charge stands on the document itself. */
  readonly net: number
  /** BT-110 */
  readonly vatTotal: number
  /** BT-112 */
  readonly gross: number
  /** BT-113 */
  readonly paid: number
  /** BT-115 */
  readonly payable: number
}

/**
 * @param isCredit a credit note: stored below zero, it is told above zero by its type (381)
 * @param paid of the document, 0 on a credit note
 */
export function electronicInvoice(
  lines: readonly SourceLine[],
  { isCredit, paid }: { readonly isCredit: boolean; readonly paid: number },
): ElectronicInvoice {
  const sign = isCredit ? -1 : 1
  // "Outside VAT" may not stand beside another category (BR-O-11): in mixed company it is exempt, with its reason.
  const isAllOutside = lines.every(isOutside)
  const told = lines.map((line, index) => lineOf(line, index + 1, sign, isAllOutside))
  const groups = new Map<string, VatGroup>()
  for (const [index, line] of told.entries()) {
    const key = `${line.category} ${line.vatPercent}`
    const known = groups.get(key) ?? {
      category: line.category,
      vatPercent: line.vatPercent,
      taxable: 0,
      vat: 0,
      kinds: [],
    }
    const vat = line.category === 'S' ? plain(sign * (lines[index]?.vat ?? 0)) : 0
    groups.set(key, {
      ...known,
      taxable: known.taxable + line.net,
      vat: known.vat + vat,
      kinds: known.kinds.includes(line.kind) ? known.kinds : [...known.kinds, line.kind],
    })
  }
  const vat = [...groups.values()]
  const net = sum(told.map((line) => line.net))
  const vatTotal = sum(vat.map((group) => group.vat))
  const gross = net + vatTotal
  return {
    typeCode: isCredit ? 381 : 380,
    lines: told,
    vat,
    net,
    vatTotal,
    gross,
    paid,
    payable: gross - paid,
  }
}

/** A deposit is a security and a late fee damages: neither is paid for a service. */
const isOutside = ({ kind }: SourceLine): boolean => kind === 'deposit' || kind === 'penalty'

function lineOf(line: SourceLine, id: number, sign: number, isAllOutside: boolean): ElectronicLine {
  const { kind, unit } = line
  const includedTax = kind === 'insurance' ? plain(sign * line.vat) : 0
  const net = plain(sign * line.net) + includedTax
  const allowance = plain(sign * line.discount)
  const isTaxed = kind !== 'insurance' && !isOutside(line) && line.vatPercent > 0
  // Quantity × price − allowance is the line's net (BR-CO-10); a share of a month is told as one piece at its price.
  const listed = net + allowance
  const isExact = includedTax === 0 && line.unitNet >= 0 && line.quantity * line.unitNet === listed
  return {
    id,
    kind,
    ...(isExact
      ? { quantity: line.quantity, unit: UNITS[unit], unitPrice: line.unitNet }
      : { quantity: 1, unit: 'C62' as const, unitPrice: listed }),
    allowance,
    net,
    category: isTaxed ? 'S' : isAllOutside ? 'O' : 'E',
    vatPercent: isTaxed ? line.vatPercent : 0,
    includedTax,
  }
}

const UNITS = { month: 'MON', day: 'DAY', piece: 'C62' } as const satisfies Record<
  SourceLine['unit'],
  UnitCode
>

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** −0 is no amount. */
const plain = (value: number): number => (value === 0 ? 0 : value)
