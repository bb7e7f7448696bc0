import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'

type Actions = UiTexts['registers']['audit']['actions']
type Subjects = UiTexts['registers']['audit']['subjects']

/** Acts and things as people say them; one that has no word yet is shown as it is written. */
export function useAuditWords(): {
  readonly action: (code: string) => string
  readonly subject: (code: string) => string
} {
  const t = useTranslations('registers.audit')
  return {
    action: (code) =>
      t.has(`actions.${code as keyof Actions}`) ? t(`actions.${code as keyof Actions}`) : code,
    subject: (code) =>
      t.has(`subjects.${code as keyof Subjects}`) ? t(`subjects.${code as keyof Subjects}`) : code,
  }
}
