import type { Translate } from '@stowage/texts/translate.ts'

/** A sentence with some of its values left open, as an expression that matches it with any; a pair is a value that is known. */
export function wordsWith<Tree>(
  say: Translate<Tree>,
  key: Parameters<Translate<Tree>>[0],
  ...values: readonly (string | readonly [name: string, value: string])[]
): RegExp {
  const mark = '\u0001'
  const open = values.filter((value) => typeof value === 'string')
  const given = Object.fromEntries(values.map((value) => (typeof value === 'string' ? [value, mark] : value)))
  const pieces = say(key, given).split(mark)
  if (pieces.length <= open.length) throw new Error(`${key} lacks one of ${open.join(', ')}`)
  return new RegExp(pieces.map(literally).join('.+'))
}

export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
