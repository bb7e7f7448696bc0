/** The page named in the address; anything else is the first. */
export function pageIn(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1
}
