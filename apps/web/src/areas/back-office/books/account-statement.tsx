import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountStatement } from '@stowage/api/payouts'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection } from '../../../ui/index.ts'
import { BookTable } from './month-tables.tsx'
import { useBookWords } from './use-book-words.ts'
import classes from './books.module.css'

/** The book of one account as a person reads it: what was billed, paid, credited and paid out, with the balance after each. */
export function AccountStatement({ userId }: { readonly userId: string }) {
  const t = useTranslations('books.statement')
  const words = useBookWords()
  const format = useFormat()
  const query = useQuery(queryOf(accountStatement, { params: { userId } }))
  return (
    <AskedSection
      query={query}
      title={t('title')}
      isEmpty={(rows) => rows.length === 0}
      empty={<p className={classes.hint}>{t('empty')}</p>}
    >
      {(rows) => (
        <>
          <p className={classes.hint}>{t('hint')}</p>
          <BookTable title={t('title')} isTitled>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                <th scope="col" className={classes.words}>
                  {t('what')}
                </th>
                <th scope="col">{t('amount')}</th>
                <th scope="col">{t('balance')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, day, reason, processor, documentNumber, currency, amount, balance }) => (
                <tr key={id}>
                  <th scope="row">{format.day(day)}</th>
                  <td className={classes.words}>
                    {[
                      words.reason(reason),
                      documentNumber,
                      processor == null ? null : words.processor(processor),
                    ]
                      .filter((part) => part != null)
                      .join(' · ')}
                  </td>
                  <td>{format.money({ amount, currency })}</td>
                  <td>{format.money({ amount: balance, currency })}</td>
                </tr>
              ))}
            </tbody>
          </BookTable>
        </>
      )}
    </AskedSection>
  )
}
