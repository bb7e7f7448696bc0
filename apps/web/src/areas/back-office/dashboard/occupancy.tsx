import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf, useUser } from '../../../client/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, EmptyState } from '../../../ui/index.ts'
import { boxesOf, type Stock } from '../stocks/stock.ts'
import { CrateChart } from './crate-chart.tsx'
import classes from './dashboard.module.css'

/** How full each warehouse is: one crate is one percent of its boxes (picture 14). */
export function Occupancy() {
  const t = useTranslations('backoffice.dashboard')
  const query = useQuery(queryOf(listStocks))
  return (
    <AskedSection
      title={t('occupancy')}
      aside={
        <span className={classes.legend}>
          <span data-kind="taken">{t('taken')}</span>
          <span data-kind="free">{t('free')}</span>
        </span>
      }
      flush
      query={query}
      isEmpty={(stocks) => stocks.length === 0}
      empty={<EmptyState text={t('noStocks')} />}
    >
      {(stocks) => (
        <ul className={classes.stocks}>
          {stocks.map((stock) => (
            <Filled key={stock.id} stock={stock} />
          ))}
        </ul>
      )}
    </AskedSection>
  )
}

function Filled({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('backoffice.dashboard')
  const format = useFormat()
  const mayList = allows(useUser(), needs.boxes)
  const { total, free } = boxesOf(stock)
  const percent = total === 0 ? 0 : Math.round(((total - free) / total) * 100)
  return (
    <li className={classes.stock}>
      <div className={classes.stockHead}>
        {mayList ? (
          <Link to="/boxes" search={{ stockId: stock.id }}>
            {stock.name}
          </Link>
        ) : (
          <span>{stock.name}</span>
        )}
        <strong>{format.percent(percent)}</strong>
      </div>
      <CrateChart percent={percent} />
      <div className={classes.note}>{t('takenOf', { taken: total - free, total })}</div>
    </li>
  )
}
