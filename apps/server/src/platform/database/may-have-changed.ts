/** Words of a statement that writes; `for update` and `for no key update` only lock. */
const WRITES = /\b(?:insert\s+into|delete\s+from|merge\s+into)\b|(?<!\bfor\s+|\bkey\s+)\bupdate\b/i

/**
 * Whether a statement that was done has changed rows, as far as its text and its answer tell. What writes in a `with` answers a row
 * when it has written; of functions that are called in a `select` nothing is known.
 */
export function mayHaveChanged(text: string, { rowCount }: { readonly rowCount: number | null }): boolean {
  return (rowCount ?? 0) > 0 && WRITES.test(text)
}
