import { lazy, Suspense, useSyncExternalStore } from 'react'

export interface Question {
  /** A question: "Open box YA108?" */
  readonly title: string
  /** What follows from it. */
  readonly text: string
  /** A verb: "Open". */
  readonly yes: string
  /** A verb or "Cancel". */
  readonly no?: string
  /** Filled red: what cannot be undone. */
  readonly danger?: boolean
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before something is done. A second question waits for nobody: the first one counts as "no". */
export async function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return await new Promise((resolve) => {
    show({
      ...question,
      answer: (yes) => {
        show(null)
        resolve(yes)
      },
    })
  })
}

const ConfirmDialog = lazy(async () => await import('./confirm-dialog.tsx'))

/** Where `confirm` asks. One for the whole app; the dialog itself is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  if (question === null) return null
  return (
    <Suspense>
      <ConfirmDialog question={question} onAnswer={question.answer} />
    </Suspense>
  )
}
