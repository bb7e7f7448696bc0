let segmenter: Intl.Segmenter | undefined

/**
 * How many characters a reader sees: a family of four in one emoji is one, a letter with its accent is one. Limits of what
 * people write are counted so, never in bytes (specification 5).
 */
export function countCharacters(text: string): number {
  // Latin letters and their like are one unit each, unless CR LF or a mark that joins stands among them.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/** The beginning of a text, at most so many characters as a reader sees them: what a field takes, without an emoji cut in two. */
export function firstCharacters(text: string, max: number): string {
  // A character is one unit at least.
  if (text.length <= max) return text
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let count = 0
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return text.slice(0, index)
    count += 1
  }
  return text
}
