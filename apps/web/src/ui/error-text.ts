import { useTranslations } from 'use-intl'
import { isApiError } from '../client/index.ts'

export interface ErrorText {
  readonly text: string
  /** The number to quote, where the server gave one. */
  readonly reference: string | null
}

/** What to say of a failure: the server's sentence in the reader's language, else what we know ourselves. Never raw text. */
export function useErrorText(): (error: unknown) => ErrorText {
  const t = useTranslations('shell.failed')
  return (error) => {
    if (!isApiError(error)) return { text: t('unknown'), reference: null }
    if (error.isNetwork) return { text: t('network'), reference: null }
    const said = [...new Set(error.errors.map((entry) => entry.message).filter((message) => message !== ''))]
    return {
      text: said.length > 0 ? said.join(' ') : t('unknown'),
      reference: error.errors.find((entry) => entry.reference !== undefined)?.reference ?? null,
    }
  }
}
