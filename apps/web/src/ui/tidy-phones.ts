/**
 * Telephone numbers as they are sent. The call takes 14 characters (specification 5), and a number copied with its brackets
 * and spaces is longer: what fits stays as it was typed, of what does not the signs between the figures go.
 */
export function tidyPhones<V extends Record<string, unknown>>(values: V): V {
  let tidied = values
  for (const [name, value] of Object.entries(values))
    if (/phone$/i.test(name) && typeof value === 'string') {
      const tidy = tidyPhone(value.trim())
      if (tidy !== value) tidied = { ...tidied, [name]: tidy }
    }
  return tidied
}

function tidyPhone(typed: string): string {
  if (/^\+?[\d \-.()]{0,14}$/.test(typed) && typed.length <= 14) return typed
  // The dashes and blanks of a text that a number is copied from, too.
  return typed.replace(/[\s\p{Pd}.()/]/gu, '')
}
