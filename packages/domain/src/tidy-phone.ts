/**
 * A telephone number as it is sent. The call takes 14 characters (specification 5), and a number copied with its brackets and
 * spaces is longer: what fits stays as it was typed, of what does not the signs between the figures go.
 */
export function tidyPhone(typed: string): string {
  if (/^\+?[\d \-.()]{0,14}$/.test(typed) && typed.length <= 14) return typed
  // +49 (0)30: the zero is dialled at home only.
  const abroad = typed.startsWith('+') ? typed.replace('(0)', '') : typed
  // The dashes and blanks of a text that a number is copied from, too.
  return abroad.replace(/[\s\p{Pd}.()/]/gu, '')
}
