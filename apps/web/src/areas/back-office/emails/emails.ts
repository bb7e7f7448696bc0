import { searchEmailHistory } from '@stowage/api/emails'
import type { Answer } from '@stowage/api/endpoint'
import type { Language } from '@stowage/texts'
import { queryOf } from '../../../client/index.ts'

type History = Answer<typeof searchEmailHistory>
export type EmailsPage = Exclude<History, readonly unknown[]>
export type Email = EmailsPage['items'][number]

/** A page of mails: of one account, or of everybody whose address holds a text. */
export function emailsQuery(of: { readonly userId: string } | { readonly to: string }, page: number) {
  return {
    ...queryOf(searchEmailHistory, { query: { ...of, page: String(page) } }),
    // The call answers a plain list when it is not asked for a page; these screens always ask for one.
    select: (answer: History): EmailsPage =>
      'items' in answer
        ? answer
        : {
            items: [...answer],
            total: answer.length,
            page: 1,
            pageSize: Math.max(1, answer.length),
            bouncingSince: null,
          },
  }
}

/**
 * In the reader's own zone: DD-MM-YYYY in English, as the specification writes the days of this table (2.10), with dots where
 * days are written with dots.
 */
export function emailDay(created: string, language: Language): string {
  const at = new Date(created)
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear()].join(language === 'en' ? '-' : '.')
}
