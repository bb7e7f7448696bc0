import { fail } from '../../platform/failure.ts'

const NAME = /^[^\p{C}]{1,60}$/u

/** A name as it is kept. @throws Failure 1005 naming the field */
export function mapName(given: string, field: string): string {
  const name = given.trim()
  // `__proto__` as a key of the answer would set what it names in careless readers; a path cannot end in dots alone.
  if (!NAME.test(name) || name === '__proto__' || /^\.{1,2}$/.test(name)) fail(1005, { field })
  return name
}
