/**
 * A text that somebody typed or some library said, as every party can keep it: without control characters (PostgreSQL takes no zero
 * byte) and without halves of letters (JSON can carry them, and nothing behind it can read them).
 */
export const plainText = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
