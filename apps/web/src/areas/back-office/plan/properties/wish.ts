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
