import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { defaultLanguage, isLanguage, localeOf, type Language } from '@stowage/texts'
import type { UiTexts } from '@stowage/texts'
import { loadUiTexts } from '@stowage/texts/ui/load.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: string
    Messages: UiTexts
  }
}

const languageKey = 'language'

/** The language that was chosen in this browser, if one was. */
export function storedLanguage(): Language | null {
  const stored = localStorage.getItem(languageKey)
  return isLanguage(stored) ? stored : null
}

interface LanguageContext {
  readonly language: Language
  /** Shows a language and keeps it for this browser. */
  readonly choose: (language: Language) => void
}

const Context = createContext<LanguageContext>({ language: defaultLanguage, choose: () => undefined })

export function useLanguage(): LanguageContext {
  return use(Context)
}

interface LanguageProviderProps {
  readonly first: { readonly language: Language; readonly texts: UiTexts }
  /** Of the signed-in account: counts where nothing was chosen here (decision 24). */
  readonly accountLanguage: string | undefined
  /** Told before the texts change, so that answers of the server come in the same language. */
  readonly onLanguage: (language: Language) => void
  readonly children: ReactNode
}

/** Texts, figures and days in the reader's language: the stored one, else the account's, else Russian. */
export function LanguageProvider({ first, accountLanguage, onLanguage, children }: LanguageProviderProps) {
  const [shown, setShown] = useState(first)
  const [chosen, setChosen] = useState<Language | null>(storedLanguage)
  const wanted = chosen ?? (isLanguage(accountLanguage) ? accountLanguage : defaultLanguage)

  useEffect(() => {
    if (wanted === shown.language) return
    let isCurrent = true
    void loadUiTexts[wanted]().then((texts) => {
      if (!isCurrent) return
      onLanguage(wanted)
      setShown({ language: wanted, texts })
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, shown.language, onLanguage])

  useEffect(() => {
    document.documentElement.lang = shown.language
  }, [shown.language])

  const choose = (language: Language): void => {
    localStorage.setItem(languageKey, language)
    setChosen(language)
  }
  return (
    <Context value={{ language: shown.language, choose }}>
      <IntlProvider
        locale={localeOf(shown.language)}
        messages={shown.texts}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </Context>
  )
}
