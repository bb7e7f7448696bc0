import { useEffect, useState } from 'react'
import type { Language } from '@stowage/texts'
import { useLanguage } from '../../../i18n/index.ts'

type Sentences = Readonly<Record<string, string>>

const load: Readonly<Record<Language, () => Promise<{ readonly default: Sentences }>>> = {
  ru: async () => await import('@stowage/texts/disputes/ru.json'),
  en: async () => await import('@stowage/texts/disputes/en.json'),
  de: async () => await import('@stowage/texts/disputes/de.json'),
  pl: async () => await import('@stowage/texts/disputes/pl.json'),
}

/** Why a bank asks money back, in the reader's words; a reason that is in no list stands as it came. Empty until the words are there. */
export function useDisputeReason(reason: string | null | undefined): string {
  const { language } = useLanguage()
  const [sentences, setSentences] = useState<Sentences | null>(null)
  useEffect(() => {
    let isCurrent = true
    void load[language]().then(({ default: loaded }) => {
      if (isCurrent) setSentences(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  if (sentences === null) return ''
  const known = reason == null || reason === '' ? 'general' : reason
  return (Object.hasOwn(sentences, known) ? sentences[known] : undefined) ?? known
}
