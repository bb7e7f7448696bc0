import { useTranslations } from 'use-intl'
import { languages } from '@stowage/texts'

/** The four languages by their own names, for a select. */
export function useLanguageOptions(): { value: string; label: string }[] {
  const t = useTranslations('shell.languages')
  return languages.map((value) => ({ value, label: t(value) }))
}
