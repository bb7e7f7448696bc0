import { randomInt } from 'node:crypto'

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomText(length: number, signs = SIGNS): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
}

/** An id in the service's manner: the prefix tells what it is. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(prefix === 'cs_test' ? 58 : 24)}`
}
