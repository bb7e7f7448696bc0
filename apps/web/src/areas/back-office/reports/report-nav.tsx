import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ReportName } from '@stowage/api/report-words'
import classes from './reports.module.css'

/** The reports by what they are about. */
const groups = [
  { group: 'space', reports: ['occupancy', 'moves', 'prices'] },
  { group: 'tenants', reports: ['rent-roll', 'stays', 'demand'] },
  { group: 'money', reports: ['revenue', 'aged-debt', 'deposits', 'vat'] },
] as const satisfies readonly { group: string; reports: readonly ReportName[] }[]

interface ReportNavProps {
  readonly report: ReportName
  readonly onChoose: (report: ReportName) => void
}

/** A list beside the report; on a phone one choice above it. */
export function ReportNav({ report, onChoose }: ReportNavProps) {
  const t = useTranslations('reports')
  return (
    <>
      <nav className={classes.nav} aria-label={t('nav')}>
        {groups.map(({ group, reports }) => (
          <div key={group} role="group" aria-label={t(`groups.${group}`)}>
            <p className={classes.group} aria-hidden="true">
              {t(`groups.${group}`)}
            </p>
            {reports.map((name) => (
              <button
                key={name}
                type="button"
                className={classes.choice}
                aria-current={name === report ? 'page' : undefined}
                onClick={() => onChoose(name)}
              >
                {t(`names.${name}`)}
              </button>
            ))}
          </div>
        ))}
      </nav>
      <NativeSelect
        className={classes.pick}
        aria-label={t('nav')}
        value={report}
        data={groups.map(({ group, reports }) => ({
          group: t(`groups.${group}`),
          items: reports.map((name) => ({ value: name, label: t(`names.${name}`) })),
        }))}
        onChange={(event) => {
          const name = groups
            .flatMap(({ reports }) => reports)
            .find((one) => one === event.currentTarget.value)
          if (name !== undefined) onChoose(name)
        }}
      />
    </>
  )
}
