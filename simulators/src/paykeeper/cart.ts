import { readAmount } from './amounts.ts'

const TAXES = [
  'none',
  'vat0',
  'vat5',
  'vat7',
  'vat10',
  'vat20',
  'vat22',
  'vat105',
  'vat107',
  'vat110',
  'vat120',
  'vat122',
]
const ITEM_TYPES = [
  'goods',
  'service',
  'work',
  'excise',
  'ip',
  'payment',
  'agent',
  'property_right',
  'non_operating',
  'sales_tax',
  'resort_fee',
  'other',
]
const PAYMENT_TYPES = ['full', 'prepay', 'part_prepay', 'advance']

export interface CartLine {
  name: string
  quantity: number
  sum: number
}

/**
 * Reads the cart of a 54-FZ receipt and holds it against the sum that is paid.
 * @returns the lines (sums in minor units), or the sentence PayKeeper would refuse it with
 */
export function readCart(cart: unknown, total: number): CartLine[] | string {
  if (!Array.isArray(cart)) return 'Корзина должна быть массивом.'
  const lines: CartLine[] = []
  for (const item of cart as unknown[]) {
    const line = readLine(item)
    if (typeof line === 'string') return line
    lines.push(line)
  }
  if (lines.length > 0 && lines.reduce((sum, line) => sum + line.sum, 0) !== total)
    return 'Сумма позиций корзины не равна сумме платежа.'
  return lines
}

function readLine(item: unknown): CartLine | string {
  if (typeof item !== 'object' || item === null) return 'Позиция корзины должна быть объектом.'
  const given = item as Record<string, unknown>
  const name = given['name']
  if (typeof name !== 'string' || name === '' || name.length > 128)
    return 'Наименование позиции: от 1 до 128 символов.'
  const price = decimal(given['price'])
  const sum = decimal(given['sum'])
  const quantity = Number(given['quantity'])
  if (price === undefined || sum === undefined || !(quantity > 0))
    return `Позиция «${name}»: цена, количество и сумма обязательны.`
  // A unit price rounded to two decimals may miss the line total by half a unit per piece.
  if (Math.abs(price * quantity - sum) > Math.max(1, quantity / 2))
    return `Позиция «${name}»: цена × количество не равно сумме.`
  if (!isOne(given['tax'], TAXES)) return `Позиция «${name}»: неизвестная ставка НДС.`
  if (given['item_type'] !== undefined && !isOne(given['item_type'], ITEM_TYPES))
    return `Позиция «${name}»: неизвестный предмет расчёта.`
  if (given['payment_type'] !== undefined && !isOne(given['payment_type'], PAYMENT_TYPES))
    return `Позиция «${name}»: неизвестный способ расчёта.`
  return { name, quantity, sum }
}

function isOne(value: unknown, known: readonly string[]): boolean {
  return typeof value === 'string' && known.includes(value)
}

function decimal(value: unknown): number | undefined {
  if (typeof value === 'number') return readAmount(Number.isInteger(value) ? String(value) : value.toFixed(2))
  return typeof value === 'string' ? readAmount(value) : undefined
}
