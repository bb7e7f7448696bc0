import type { Tone } from './pill.tsx'

export interface Toast {
  readonly id: number
  readonly tone: Extract<Tone, 'green' | 'blue' | 'amber' | 'red'>
  readonly title: string | null
  readonly text: string
  /** 0: stays until it is closed. */
  readonly ms: number
  readonly place: 'corner' | 'top'
  /** Whatever it is about, by which it is taken away again. */
  readonly key: string | null
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
  /** Two of different keys are two, however alike their words are. */
  readonly key?: string
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
export function toast({ text, title, tone = 'green', ms, place = 'corner', key }: ToastInput): void {
  const same = shown.find(
    (entry) =>
      entry.key === (key ?? null) &&
      (entry.key !== null || (entry.text === text && entry.title === (title ?? null) && entry.tone === tone)),
  )
  if (same !== undefined) {
    show(shown.map((entry) => (entry === same ? { ...entry, round: entry.round + 1 } : entry)))
    return
  }
  lastId += 1
  const time = ms ?? (tone === 'red' ? 0 : usualMs)
  const all = [
    ...shown,
    { id: lastId, tone, title: title ?? null, text, ms: time, place, key: key ?? null, round: 0 },
  ]
  // What only passes makes room first: who waits for a call is not pushed out by "saved".
  const oldest = all.find(({ ms: stays }) => stays > 0) ?? all[0]
  show(all.length > mostShown ? all.filter((entry) => entry !== oldest) : all)
}

/** Takes away what was said of something; nothing where it was closed already. */
export function closeToastOf(key: string): void {
  closeToastsWhere((said) => said === key)
}

/** What stands there is said of these. */
export function toastKeys(): readonly string[] {
  return shown.flatMap(({ key }) => (key === null ? [] : [key]))
}

/** Takes away whatever is said of what is over. */
export function closeToastsWhere(isOver: (key: string) => boolean): void {
  const isKept = ({ key }: Toast): boolean => key === null || !isOver(key)
  if (!shown.every(isKept)) show(shown.filter(isKept))
}

export function closeToast(id: number): void {
  show(shown.filter((entry) => entry.id !== id))
}
