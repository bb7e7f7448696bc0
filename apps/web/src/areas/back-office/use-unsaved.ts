import { useBlocker } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { confirm } from '../../ui/index.ts'

/** Asks before a page is left with something typed and not saved; the browser asks by itself before the tab is closed. */
export function useUnsaved(isChanged: boolean): void {
  const t = useTranslations('registers.unsaved')
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      !(await confirm({ title: t('title'), text: t('text'), yes: t('leave'), no: t('stay'), danger: true })),
  })
}
