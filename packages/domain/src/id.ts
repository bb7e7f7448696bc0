/**
 * Ids are 26-character ULIDs (decision 1): Crockford's base 32 in capitals, the first character at most 7 because a ULID has
 * 128 bits. They are made in the server, which has the randomness; here is only what one looks like.
 * Safe for the browser.
 */
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Whether a text has the form of an id; says nothing about its existence. */
export function isId(text: string): boolean {
  return ulid.test(text)
}
