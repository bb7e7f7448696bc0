import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { confirm, type Question } from './confirm.tsx'

interface Unsaved {
  readonly question: Question
  readonly parts: readonly string[]
}

/** The forms on the page in which something is typed and not saved. A page may have several; they are left with one question. */
const unsaved = new Set<Unsaved>()

/**
 * Whether the page may be left by something other than an address, before it is done: a sign-out, another account. Asks where
 * something typed would be lost; who goes on after a yes goes on with `ignoreBlocker`.
 */
export async function mayLeave(): Promise<boolean> {
  const [first] = unsaved
  return first === undefined || (await confirm(first.question))
}

/**
 * Asks before something typed and not saved is left; the browser asks by itself before the tab is closed. `parts` are the
 * values of the address that choose what stands on the page: where one changes, the form goes as with another page.
 */
export function useUnsaved(isChanged: boolean, ...parts: readonly string[]): void {
  useAskedLeave(isChanged, useQuestion(), parts)
}

const noParts: readonly string[] = []

/** As `useUnsaved`, with words of the page's own: where leaving loses less than what stands in a form. @param question stays the same object */
export function useAskedLeave(
  isChanged: boolean,
  question: Question,
  parts: readonly string[] = noParts,
): void {
  const own = useRef<Unsaved>(null)
  const names = parts.join()
  useEffect(() => {
    if (!isChanged) return
    const entry = { question, parts: names.split(',') }
    own.current = entry
    unsaved.add(entry)
    return () => void unsaved.delete(entry)
  }, [isChanged, question, names])
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) => {
      // Every form on the page is asked in turn; the first one asks for all of them.
      const [first] = unsaved
      if (first === undefined || first !== own.current) return false
      const leaves =
        current.pathname !== next.pathname ||
        [...unsaved].some((form) =>
          form.parts.some((part) => partOf(current.search, part) !== partOf(next.search, part)),
        )
      return leaves && !(await confirm(question))
    },
  })
}

function useQuestion(): Question {
  const t = useTranslations('form.unsaved')
  return useMemo(
    () => ({ title: t('title'), text: t('text'), yes: t('leave'), no: t('stay'), danger: true }),
    [t],
  )
}

function partOf(search: object, part: string): unknown {
  return Object.entries(search).find(([name]) => name === part)?.[1]
}

/**
 * Closing a dialog with a form: asks first where something typed would be lost. The form tells `hold` whether there is
 * something; what closes by itself after saving calls the dialog's own `onClose`.
 */
export function useAskedClose(onClose: () => void): {
  readonly close: () => void
  readonly hold: (isChanged: boolean) => void
} {
  const question = useQuestion()
  const isChanged = useRef(false)
  const hold = useCallback((is: boolean) => {
    isChanged.current = is
  }, [])
  const close = async (): Promise<void> => {
    if (!isChanged.current || (await confirm(question))) onClose()
  }
  return { close: () => void close(), hold }
}
