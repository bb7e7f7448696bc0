import { Button, ScrollArea } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { ownZone, type Preview } from './bank.ts'
import classes from './bank.module.css'

interface PreviewStatementProps {
  readonly preview: Preview
  /** Whose account it is has been said: by the file, or by who imports it. */
  readonly isOwned: boolean
  readonly mayImport: boolean
  readonly isImporting: boolean
  readonly error: string | null
  readonly onImport: () => void
}

/** What a file holds, account by account, its first movements, and the button that takes it in. */
export function PreviewStatement({
  preview,
  isOwned,
  mayImport,
  isImporting,
  error,
  onImport,
}: PreviewStatementProps) {
  const t = useTranslations('bank.upload')
  const bank = useTranslations('bank')
  const format = useFormat()
  const fresh = preview.statements.reduce((sum, one) => sum + one.fresh, 0)
  const isReadable = preview.problem == null
  if (!isReadable) return null
  return (
    <section className={classes.part} aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {preview.importedAt != null && (
        <p className={classes.why}>
          {t('importedBefore', { when: format.instant(preview.importedAt, ownZone()) })}
        </p>
      )}
      {(isOwned ? preview.statements : []).map((one) => {
        const money = (amount: number): string => format.money({ amount, currency: one.currency ?? 'EUR' })
        return (
          <div key={`${one.account} ${one.statementId ?? ''}`} className={classes.statement}>
            <strong>
              {one.account} · {one.sellerName ?? t('notOurs')}
            </strong>
            <span>
              {one.from != null &&
                one.to != null &&
                `${one.from === one.to ? format.day(one.from) : `${format.day(one.from)} – ${format.day(one.to)}`}: `}
              {t('counts', { incoming: one.incoming.count, outgoing: one.outgoing.count })}
              {'; '}
              {t('freshKnown', { fresh: one.fresh, known: one.known })}
              {one.skipped > 0 && `; ${t('skipped', { count: one.skipped })}`}
            </span>
            <span className={classes.sign}>
              {one.opening == null || one.closing == null
                ? t('noBalances')
                : `${t('balances', { opening: money(one.opening), closing: money(one.closing) })}. ${t('agrees')}`}
            </span>
          </div>
        )
      })}
      <h3>{t('sample')}</h3>
      <ScrollArea
        className={classes.scroll}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('sample') }}
      >
        <table>
          <tbody>
            {preview.sample.map((line, at) => (
              <tr key={`${at} ${line.bookedOn} ${line.amount}`}>
                <td>{format.day(line.bookedOn)}</td>
                <td data-figure>
                  {format.money({
                    amount: line.direction === 'out' ? -line.amount : line.amount,
                    currency: line.currency,
                  })}
                </td>
                <td>{line.payerName ?? bank('noName')}</td>
                <td>{line.purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {error !== null && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
      {isOwned && (
        <div className={classes.deeds}>
          <Button size="md" disabled={!mayImport || fresh === 0} loading={isImporting} onClick={onImport}>
            {t('import', { count: fresh })}
          </Button>
        </div>
      )}
    </section>
  )
}
