import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { Preview } from './rises.ts'
import classes from './rises.module.css'

/** The month's rate and the first period's price as they are and as they would be, or why not. */
export function PreviewTable({ previews }: { readonly previews: readonly Preview[] }) {
  const t = useTranslations('rises.preview')
  const refusals = useTranslations('rises.refusal')
  const format = useFormat()
  const columns: DataTableColumn<Preview>[] = [
    {
      accessor: 'unitNumber',
      title: t('box'),
      render: (one) => <CrateLabel number={one.unitNumber} />,
    },
    { accessor: 'userName', title: t('tenant') },
    {
      accessor: 'rate',
      title: t('month'),
      textAlign: 'right',
      noWrap: true,
      render: (one) =>
        one.refusal != null ? null : (
          <span className={classes.two}>
            <Change before={one.rateBefore} after={one.rate} currency={one.currency} />
            {one.isCapped && <span>{t('capped')}</span>}
          </span>
        ),
    },
    {
      accessor: 'from',
      title: t('from'),
      render: ({ period, refusal }) =>
        refusal != null ? (
          <span className={classes.was}>{t('refused', { reason: refusals(refusal) })}</span>
        ) : period == null ? (
          '–'
        ) : (
          format.day(period.from)
        ),
    },
    {
      accessor: 'period',
      title: t('period'),
      textAlign: 'right',
      noWrap: true,
      render: ({ period, currency }) =>
        period == null ? null : (
          <span className={classes.two}>
            <Change before={period.grossBefore} after={period.grossAfter} currency={currency} />
            <span>{t('months', { n: period.months })}</span>
          </span>
        ),
    },
  ]
  return (
    <DataTable
      records={[...previews]}
      columns={columns}
      idAccessor="contractId"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
      height={previews.length > 8 ? 'min(480px, 60dvh)' : 'auto'}
    />
  )
}

interface ChangeProps {
  readonly before: number
  readonly after: number
  readonly currency: string
}

/** An amount as it is and as it will be; who hears it hears which is which. */
export function Change({ before, after, currency }: ChangeProps) {
  const t = useTranslations('rises.preview')
  const format = useFormat()
  const said = {
    before: format.money({ amount: before, currency }),
    after: format.money({ amount: after, currency }),
  }
  return (
    <span role="img" aria-label={t('changes', said)}>
      <span className={classes.was}>{said.before}</span>
      {' → '}
      <span className={classes.now}>{said.after}</span>
    </span>
  )
}
