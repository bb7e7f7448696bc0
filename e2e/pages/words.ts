import type { Translate } from '@stowage/texts/translate.ts'

/** A sentence with some of its values left open, as an expression that matches it with any. */
export function wordsWith<Tree>(
  say: Translate<Tree>,
  key: Parameters<Translate<Tree>>[0],
  ...open: readonly string[]
): RegExp {
  const mark = '\u0001'
  const pieces = say(key, Object.fromEntries(open.map((name) => [name, mark]))).split(mark)
  if (pieces.length <= open.length) throw new Error(`${key} lacks one of ${open.join(', ')}`)
  return new RegExp(pieces.map(literally).join('.+'))
}

export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
