/** Ids of stocks, and so of sites, are ULIDs. */
export const isSiteId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
