/**
 * In front of the name of a long file that stayed in the thread beside the server. Nobody outside can send such a name: a text
 * that begins so is refused wherever JSON is read.
 */
export const HELD = '\u0000held:'

export type ParsedJson =
  | {
      readonly value: unknown
      /** Names of files that stay in the thread until they are dropped. */
      readonly held?: readonly string[]
    }
  | { readonly broken: true }

/**
 * Lists and objects within each other. No call of ours has ten; what is deeper by thousands is read without a stack, but nobody
 * can hand it from one thread to another.
 */
const DEEPEST = 100

/**
 * JSON without names that would reach into every object, `__proto__` and `constructor` with a `prototype`, which Fastify's own
 * reader refuses too, and not nested without end.
 * @param visit is shown every object, and may change it
 */
export function parsePlainJson(text: string, visit?: (one: object) => void): ParsedJson {
  let value: unknown
  try {
    // Some put a byte order mark in front.
    value = JSON.parse(text.codePointAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return { broken: true }
  }
  // Layer by layer and not a recursion: a hundred thousand brackets within each other are no reason to fall over.
  let layer: unknown[] = [value]
  for (let depth = 0; layer.length > 0; depth += 1) {
    const below: unknown[] = []
    for (const one of layer) {
      if (typeof one === 'string' && one.startsWith(HELD)) return { broken: true }
      if (typeof one !== 'object' || one === null) continue
      if (depth >= DEEPEST || isPoisoned(one)) return { broken: true }
      for (const inner of Object.values(one)) below.push(inner)
      // After its values were looked at: what it puts in their place is ours.
      visit?.(one)
    }
    layer = below
  }
  return { value }
}

function isPoisoned(one: object): boolean {
  if (Object.hasOwn(one, '__proto__')) return true
  const own: unknown = Object.hasOwn(one, 'constructor') ? Reflect.get(one, 'constructor') : undefined
  return typeof own === 'object' && own !== null && Object.hasOwn(own, 'prototype')
}
