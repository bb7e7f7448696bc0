import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from './confirm.tsx'

/**
 * Asks before something typed and not saved is left; the browser asks by itself before the tab is closed. `parts` are the
 * values of the address that choose what stands on the page: where one changes, the form goes as with another page.
 */
export function useUnsaved(isChanged: boolean, ...parts: readonly string[]): void {
  const t = useTranslations('form.unsaved')
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) => {
      const leaves =
        current.pathname !== next.pathname ||
        parts.some((part) => partOf(current.search, part) !== partOf(next.search, part))
      return (
        leaves &&
        !(await confirm({ title: t('title'), text: t('text'), yes: t('leave'), no: t('stay'), danger: true }))
      )
    },
  })
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
  const t = useTranslations('form.unsaved')
  const isChanged = useRef(false)
  const hold = useCallback((is: boolean) => {
    isChanged.current = is
  }, [])
  const close = async (): Promise<void> => {
    const question = { title: t('title'), text: t('text'), yes: t('leave'), no: t('stay'), danger: true }
    if (!isChanged.current || (await confirm(question))) onClose()
  }
  return { close: () => void close(), hold }
}
