import { useTranslations } from 'use-intl'
import { DataTable, useIsPhone, type DataTableColumn } from '../../../ui/index.ts'
import { Due, Money, Paper, Reason, State, Tenant } from './dispute-cells.tsx'
import { HandleDispute } from './handle-dispute.tsx'
import type { Dispute } from './moneyback.ts'
import classes from './moneyback.module.css'

/** Disputes with all that is needed to answer them; a table, or cards on a phone. */
export function DisputesTable({ disputes }: { readonly disputes: readonly Dispute[] }) {
  const t = useTranslations('moneyback.disputes')
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <ul className={classes.cards}>
        {disputes.map((dispute) => (
          <li key={dispute.id} className={classes.card}>
            <div className={classes.line}>
              <Tenant dispute={dispute} />
              <Money dispute={dispute} />
            </div>
            <State dispute={dispute} />
            <dl className={classes.facts}>
              <dt>{t('reason')}</dt>
              <dd>
                <Reason dispute={dispute} />
              </dd>
              <dt>{t('due')}</dt>
              <dd>
                <Due dispute={dispute} />
              </dd>
              <dt>{t('document')}</dt>
              <dd>
                <Paper dispute={dispute} />
              </dd>
            </dl>
            <HandleDispute dispute={dispute} />
          </li>
        ))}
      </ul>
    )
  const columns: DataTableColumn<Dispute>[] = [
    {
      accessor: 'state',
      title: t('state'),
      noWrap: true,
      render: (dispute) => <State dispute={dispute} />,
    },
    {
      accessor: 'amount',
      title: t('amount'),
      noWrap: true,
      textAlign: 'right',
      render: (dispute) => <Money dispute={dispute} />,
    },
    { accessor: 'tenant', title: t('tenant'), render: (dispute) => <Tenant dispute={dispute} /> },
    {
      accessor: 'document',
      title: t('document'),
      noWrap: true,
      render: (dispute) => <Paper dispute={dispute} />,
    },
    { accessor: 'reason', title: t('reason'), render: (dispute) => <Reason dispute={dispute} /> },
    { accessor: 'due', title: t('due'), render: (dispute) => <Due dispute={dispute} /> },
    {
      accessor: 'deed',
      title: <span className="st-spoken">{t('handle')}</span>,
      render: (dispute) => <HandleDispute dispute={dispute} />,
    },
  ]
  return (
    <DataTable
      records={[...disputes]}
      columns={columns}
      idAccessor="id"
      height={disputes.length > 8 ? 'max(420px, calc(100dvh - 330px))' : 'auto'}
    />
  )
}
