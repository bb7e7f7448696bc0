/** Colours as people type them and as they are kept: `#rrggbb`, a name of CSS, or `none`. */

const short = /^#?([\da-f]{3,4})$/i
const long = /^#?([\da-f]{6}|[\da-f]{8})$/i

/** @returns what is kept, or null for what is no colour. `isName` knows the names of CSS: the browser's own list. */
export function typedColour(text: string, isName: (name: string) => boolean): string | null {
  const typed = text.trim().toLowerCase()
  if (long.test(typed)) return `#${typed.replace('#', '')}`
  const digits = short.exec(typed)?.[1]
  if (digits !== undefined) return `#${digits.replaceAll(/./g, '$&$&')}`
  if (typed === 'none' || typed === 'transparent') return 'none'
  return /^[a-z]{3,24}$/.test(typed) && isName(typed) ? typed : null
}

/** How a kept colour is written in its field: hex in capitals, as in the picture; names as they are. */
export const shownColour = (colour: string): string =>
  colour.startsWith('#') ? colour.toUpperCase() : colour
