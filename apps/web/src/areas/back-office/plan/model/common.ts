/** What several chosen objects have in common: one value, different ones, or nothing to say because none of them has the property. */
export type Common<Value> =
  | { readonly kind: 'same'; readonly value: Value }
  | { readonly kind: 'different' }
  | { readonly kind: 'none' }

/** @param read undefined where an object does not have the property at all */
export function commonOf<Thing, Value>(
  things: readonly Thing[],
  read: (thing: Thing) => Value | undefined,
): Common<Value> {
  let found: Common<Value> = { kind: 'none' }
  for (const thing of things) {
    const value = read(thing)
    if (value === undefined) continue
    if (found.kind === 'none') found = { kind: 'same', value }
    else if (found.kind === 'same' && found.value !== value) return { kind: 'different' }
  }
  return found
}

/** The value where it is one and the same. */
export const sameOr = <Value, Other>(common: Common<Value>, otherwise: Other): Value | Other =>
  common.kind === 'same' ? common.value : otherwise
