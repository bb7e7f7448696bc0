import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { ownZone, type Imported } from './bank.ts'
import classes from './bank.module.css'

/** Files that were imported: what came of each, with the way to its movements. */
export function StatementsList({ statements }: { readonly statements: readonly Imported[] }) {
  const t = useTranslations('bank.statements')
  const format = useFormat()
  return (
    <ul className={classes.entries}>
      {statements.map((one) => {
        const ours = one.statements.filter(({ sellerId }) => sellerId != null)
        const days = ours
          .flatMap(({ from, to }) => [from, to])
          .filter((day) => day != null)
          .toSorted()
        const [first, last] = [days[0], days.at(-1)]
        return (
          <li key={one.id} className={classes.entry}>
            <div className={classes.who}>
              <span className={classes.name}>{one.fileName}</span>
              <span className={classes.purpose}>
                {ours.map(({ sellerName, account }) => `${sellerName ?? ''} · ${account}`).join(', ')}
              </span>
              <span className={classes.when}>
                <time dateTime={one.importedAt}>{format.shortInstant(one.importedAt, ownZone())}</time>
                {one.importedBy != null && ` ${t('by', { name: one.importedBy })}`}
              </span>
            </div>
            <div className={classes.sum} data-out>
              {first === undefined || last === undefined
                ? '–'
                : first === last
                  ? format.day(first)
                  : `${format.day(first)} – ${format.day(last)}`}
            </div>
            <div className={classes.meaning}>
              <span>
                {[
                  t('fresh', { count: one.fresh }),
                  ...(one.known > 0 ? [t('known', { count: one.known })] : []),
                  t('settled', { count: one.settled }),
                  t('open', { count: one.waiting }),
                ].join(', ')}
              </span>
            </div>
            <Link
              to="/bank-entries"
              search={{ importId: one.id, ...(one.waiting > 0 ? {} : { state: 'settled' }) }}
              aria-label={t('show', { file: one.fileName })}
            >
              {t('movements')}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
