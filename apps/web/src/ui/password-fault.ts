/** 1005 of a password has two meanings (specification 5): a space in it, and two that are not the same; both fields say so. */
export function passwordFault(value: unknown): 'spaces' | 'mismatch' {
  return typeof value === 'string' && /\s/.test(value) ? 'spaces' : 'mismatch'
}
