import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCompany, useToday } from '../../../features/catalog/index.ts'
import { EmptyState, PageHeader } from '../../../ui/index.ts'
import { ReportNav } from './report-nav.tsx'
import { ReportPanel } from './report-panel.tsx'
import { reportWanted, type ReportGiven } from './report-query.ts'
import classes from './reports.module.css'

/** /reports: the figures of the company, one report at a time; which one, and of what, stands in the address. */
export default function ReportsPage(): ReactNode {
  const t = useTranslations('reports')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const isOff = useCompany()?.reportsEnabled === false
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const wanted = reportWanted(useSearch({ from: '/inside/reports' }), today)
  const go = (next: ReportGiven): void =>
    void navigate({
      to: '/reports',
      search: ({ page: _page, ...before }: ReportGiven) => filled({ ...before, ...next }),
    })
  if (isOff)
    return (
      <>
        <PageHeader title={shell('nav.reports')} />
        <EmptyState size="page" title={t('off.title')} text={t('off.text')} />
      </>
    )
  return (
    <div className={classes.page}>
      <ReportNav
        report={wanted.report}
        onChoose={(report) => go({ report, grain: undefined, by: undefined, on: undefined })}
      />
      <ReportPanel key={wanted.report} wanted={wanted} today={today} go={go} />
    </div>
  )
}

/** What is not chosen does not stand in the address. */
const filled = (given: ReportGiven): { readonly [N in keyof ReportGiven]?: string } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
