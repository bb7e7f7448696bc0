import { useMessages } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { useAuditWords } from './use-audit-words.ts'

/** The acts that there are, by the reader's words and order. */
export function useActionOptions(): { value: string; label: string }[] {
  const words = useAuditWords()
  const { registers } = useMessages() as Pick<UiTexts, 'registers'>
  return Object.keys(registers.audit.actions)
    .map((code) => ({ value: code, label: words.action(code) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
