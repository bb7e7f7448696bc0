import { useEffect, useState } from 'react'
import type { Language } from '@stowage/texts'
import { useLanguage } from '../../i18n/index.ts'

const load: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
> = {
  ru: async () => await import('@stowage/texts/errors/declines/ru.json'),
  en: async () => await import('@stowage/texts/errors/declines/en.json'),
  de: async () => await import('@stowage/texts/errors/declines/de.json'),
  pl: async () => await import('@stowage/texts/errors/declines/pl.json'),
}

/** The sentence of a known decline code in the reader's language; null for any other, and until it is there. */
export function useDeclineSentence(code: string | null | undefined): string | null {
  const { language } = useLanguage()
  const [sentence, setSentence] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void load[language]().then(({ default: sentences }) => {
      if (isCurrent)
        setSentence(code != null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null)
    })
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return sentence
}
