import type { MapObject } from '@stowage/domain/map-object'

/** What is wanted of the panel next: a new text its words, a new image its picture. Each wish is an object of its own. */
export interface Wish {
  readonly what: 'text' | 'image'
}

/** null for what has neither words nor a picture. */
export function wishFor({ type }: MapObject): Wish | null {
  if (type === 'image') return { what: 'image' }
  return type === 'text' || type === 'rectangle-with-text' || type === 'polygon-with-text'
    ? { what: 'text' }
    : null
}

const granted = new WeakSet<Wish>()

/** Whether this is wanted and has not been done: a panel that comes back with another selection must not do it again. */
export function isWanted(wish: Wish | null, what: Wish['what']): boolean {
  if (wish?.what !== what || granted.has(wish)) return false
  granted.add(wish)
  return true
}
