import type { Point } from './model/geometry.ts'

/** Where the pointer is on the plan, for who wants to know; null while it is elsewhere. */
export interface PointerPlace {
  readonly set: (at: Point | null) => void
  readonly subscribe: (listener: (at: Point | null) => void) => () => void
}

export function createPointerPlace(): PointerPlace {
  const listeners = new Set<(at: Point | null) => void>()
  return {
    set: (at) => listeners.forEach((listener) => listener(at)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
