import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'

type Kind = keyof UiTexts['people']['emails']['kinds']

/** A kind of mail as people say it; one that has no word yet is shown as it is written. */
export function useMailKind(): (kind: string) => string {
  const t = useTranslations('people.emails')
  return (kind) => (t.has(`kinds.${kind as Kind}`) ? t(`kinds.${kind as Kind}`) : kind)
}
