import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from './toast-store.ts'

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

interface DialogProps {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
}
type Dialog = ComponentType<DialogProps>

/** After the page itself has come, and before somebody at a gate with a weak signal is asked. */
const fetchAfterMs = 4_000

/**
 * Where `confirm` asks. One for the whole app; the dialog comes a little after the page. Where it cannot be had, the answer is
 * no and the reason is said: it stands outside of every page, an error here would take all of them away.
 */
export function ConfirmHost() {
  const t = useTranslations('shell.failed')
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
    if (!isMissing) return
    let isOver = false
    const load = async (): Promise<void> => {
      try {
        const { default: Shown } = await import('./confirm-dialog.tsx')
        if (!isOver) setDialog({ Shown })
      } catch {
        if (isOver || asked === null) return
        toast({ tone: 'red', text: t('network') })
        asked.answer(false)
      }
    }
    const timer = setTimeout(() => void load(), isAsked ? 0 : fetchAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMissing, isAsked, t])
  if (question === null || dialog === null) return null
  return <dialog.Shown question={question} onAnswer={question.answer} />
}
