import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { storedToken } from '../client/index.ts'

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
  /** What closing the question without an answer means, where "no" would lose something; "no" unless given. */
  readonly closed?: boolean
}

const unanswered = ({ closed = false }: Question): boolean => closed

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before something is done. A second question waits for nobody: the first one counts as closed, "no" unless it says otherwise. */
export async function confirm(question: Question): Promise<boolean> {
  if (asked !== null) asked.answer(unanswered(asked))
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

/** Takes back what is asked, as if it were closed: who was asked is gone, and another one would answer for him. */
export function unask(): void {
  if (asked !== null) asked.answer(unanswered(asked))
}

interface DialogProps {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
  readonly onClose: () => void
}
type Dialog = ComponentType<DialogProps>

/** After the page itself has come, and before somebody at a gate with a weak signal is asked. */
const fetchAfterMs = 2_000

/**
 * Where `confirm` asks. One for the whole app; the dialog comes a little after the page. Where it cannot be had, the browser
 * asks itself: this stands outside of every page, an error here would take all of them away.
 */
export function ConfirmHost() {
  const [dialog, setDialog] = useState<{ readonly Shown: Dialog } | null>(null)
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  const isMissing = dialog === null
  const isAsked = question !== null
  useEffect(() => {
    // A visitor's pages ask nothing.
    if (!isMissing || (!isAsked && storedToken() === null)) return
    let isOver = false
    const load = async (): Promise<void> => {
      try {
        const { default: Shown } = await import('./confirm-dialog.tsx')
        if (!isOver) setDialog({ Shown })
      } catch {
        // Browsers remember a part that did not come, so that asking again does not help; their own question needs no part.
        if (!isOver && asked !== null)
          asked.answer(window.confirm(`${asked.title}\n\n${asked.text}`) || unanswered(asked))
      }
    }
    const timer = setTimeout(() => void load(), isAsked ? 0 : fetchAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMissing, isAsked])
  if (question === null || dialog === null) return null
  return (
    <dialog.Shown
      question={question}
      onAnswer={question.answer}
      onClose={() => question.answer(unanswered(question))}
    />
  )
}
