import type { Tone } from './pill.tsx'

export interface Toast {
  readonly id: number
  readonly tone: Extract<Tone, 'green' | 'blue' | 'amber' | 'red'>
  readonly title: string | null
  readonly text: string
  /** 0: stays until it is closed. */
  readonly ms: number
  readonly place: 'corner' | 'top'
  /** Grows when the same is said again: its time begins anew. */
  readonly round: number
}

export interface ToastInput {
  readonly text: string
  readonly title?: string
  readonly tone?: Toast['tone']
  /** How long it stays: 4 s, errors until they are closed; 0 until it is closed. */
  readonly ms?: number
  /** `top`: in the middle of the upper edge, for what calls from outside. */
  readonly place?: Toast['place']
}

const usualMs = 4000
const mostShown = 5

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function shownToasts(): readonly Toast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says something in passing. The same is never there twice: said again, it only stays longer. */
export function toast({ text, title, tone = 'green', ms, place = 'corner' }: ToastInput): void {
  const same = shown.find(
    (entry) => entry.text === text && entry.title === (title ?? null) && entry.tone === tone,
  )
  if (same !== undefined) {
    show(shown.map((entry) => (entry === same ? { ...entry, round: entry.round + 1 } : entry)))
    return
  }
  lastId += 1
  const time = ms ?? (tone === 'red' ? 0 : usualMs)
  show(
    [...shown, { id: lastId, tone, title: title ?? null, text, ms: time, place, round: 0 }].slice(-mostShown),
  )
}

export function closeToast(id: number): void {
  show(shown.filter((entry) => entry.id !== id))
}
