/**
 * Keys without Ctrl can be turned off (WCAG 2.1.4): who dictates or has an unsteady hand would press them by accident. Kept in this
 * browser, for it is the hand of who sits here.
 */
import { useSyncExternalStore } from 'react'

const name = 'planSingleKeys'
const listeners = new Set<() => void>()

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn)
