import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { bookMonth } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../../i18n/index.ts'
import { useBookWords } from './use-book-words.ts'
import classes from './books.module.css'

type Details = Answer<typeof bookMonth>

/** A table that scrolls by itself where it is wider than the screen. */
export function BookTable({
  title,
  isTitled = false,
  children,
}: {
  readonly title: string
  /** The card around it says so already. */
  readonly isTitled?: boolean
  readonly children: ReactNode
}) {
  return (
    <ScrollArea
      className={classes.scroll}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      <table className={classes.table}>
        <caption className={isTitled ? 'st-spoken' : undefined}>{title}</caption>
        {children}
      </table>
    </ScrollArea>
  )
}

/** What was issued: net, tax and gross per kind of document and line, and rate. */
export function DocumentsTable({ rows }: { readonly rows: Details['documents'] }) {
  const t = useTranslations('books.months')
  const why = useTranslations('billing.why')
  const format = useFormat()
  if (rows.length === 0) return <p className={classes.hint}>{t('noDocuments')}</p>
  return (
    <BookTable title={t('issued')}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('rate')}</th>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('net')}</th>
          <th scope="col">{t('tax')}</th>
          <th scope="col">{t('gross')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ currency, type, line, vatPercent, count, net, vat, gross }) => (
          <tr key={`${currency} ${type} ${line} ${vatPercent}`}>
            <th scope="row">{t('documentLine', { type: t(`types.${type}`), line: why(line) })}</th>
            <td>{format.percent(vatPercent)}</td>
            <td>{format.number(count)}</td>
            <td>{format.money({ amount: net, currency })}</td>
            <td>{format.money({ amount: vat, currency })}</td>
            <td>{format.money({ amount: gross, currency })}</td>
          </tr>
        ))}
      </tbody>
    </BookTable>
  )
}

/** What moved in the book, per account and reason. */
export function MovementsTable({ rows }: { readonly rows: Details['movements'] }) {
  const t = useTranslations('books.months')
  const words = useBookWords()
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <BookTable title={t('moved')}>
      <thead>
        <tr>
          <th scope="col">{t('account')}</th>
          <th scope="col" className={classes.words}>
            {t('reason')}
          </th>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('debit')}</th>
          <th scope="col">{t('credit')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ currency, account, reason, count, debit, credit }) => (
          <tr key={`${currency} ${account} ${reason}`}>
            <th scope="row">{words.account(account)}</th>
            <td className={classes.words}>{words.reason(reason)}</td>
            <td>{format.number(count)}</td>
            <td>{debit === 0 ? '' : format.money({ amount: debit, currency })}</td>
            <td>{credit === 0 ? '' : format.money({ amount: credit, currency })}</td>
          </tr>
        ))}
      </tbody>
    </BookTable>
  )
}
