import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { defaultLanguage, isLanguage, localeOf, type Language, type UiTexts } from '@stowage/texts'
import { onTextsShown, shownTexts, showLanguage } from './text-store.ts'

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
  /**
   * Of the signed-in account, null for a visitor: counts where nothing was chosen here (decision 24). Until it is known the
   * page stays in the language it is in.
   */
  readonly accountLanguage: string | null | undefined
  readonly children: ReactNode
}

/** Texts, figures and days in the reader's language: the stored one, else the account's, else Russian. */
export function LanguageProvider({ accountLanguage, children }: LanguageProviderProps) {
  const { language, texts } = useSyncExternalStore(onTextsShown, shownTexts)
  const [chosen, setChosen] = useState<Language | null>(storedLanguage)
  const ofAccount = isLanguage(accountLanguage) ? accountLanguage : defaultLanguage
  const wanted = chosen ?? (accountLanguage === undefined ? language : ofAccount)

  useEffect(() => {
    // Without its texts the page stays as it is; the choice is kept and tried again at the next start.
    showLanguage(wanted).catch(() => undefined)
  }, [wanted])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const onError = useMemo(
    () => (error: Error) => {
      // A page drawn in slices may be ahead of the texts it began with: React draws it again before anybody sees it.
      if (shownTexts().texts === texts) reportError(error)
    },
    [texts],
  )
  const context = useMemo(
    () => ({
      language,
      choose: (picked: Language) => {
        localStorage.setItem(languageKey, picked)
        setChosen(picked)
      },
    }),
    [language],
  )
  return (
    <Context value={context}>
      <IntlProvider
        locale={localeOf(language)}
        // A page is shown when its areas are there: to it the texts are complete.
        // No text formats a day by itself, so no time zone: asking for it costs a phone a tenth of a second.
        messages={texts}
        onError={onError}
      >
        {children}
      </IntlProvider>
    </Context>
  )
}
