import { Button, NativeSelect, ScrollArea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isDay } from '@stowage/api/fields'
import { readSettlements } from '@stowage/api/payments'
import { queryOf } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, EmptyState, PageHeader, useIsPhone } from '../../../ui/index.ts'
import { MonthField } from '../month-field.tsx'
import { Differences } from './differences.tsx'
import { DaysTable, SumsCards, TotalsTable } from './settlement-tables.tsx'
import { useExportSettlements } from './use-export-settlements.ts'
import classes from './payments.module.css'

/** /settlements: what came in and went back each day, held against the book; month and seller stand in the address. */
export default function SettlementsPage(): ReactNode {
  const t = useTranslations('payments.settlements')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/settlements' })
  const format = useFormat()
  const isPhone = useIsPhone()
  const given = useSearch({ from: '/inside/settlements' })
  const max = useToday('Pacific/Kiritimati').slice(0, 7)
  const month = given.month !== undefined && isDay(`${given.month}-01`) ? given.month : undefined
  const query = useQuery({
    ...queryOf(readSettlements, {
      query: {
        ...(given.sellerId ? { sellerId: given.sellerId } : {}),
        ...(month === undefined ? {} : { month }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const download = useExportSettlements()
  const { data } = query
  const go = (next: { readonly sellerId?: string; readonly month?: string }): void =>
    void navigate({ to: '/settlements', search: (before) => ({ ...before, ...next }) })
  const scroll = (name: string, table: ReactNode) => (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': name }}>
      {table}
    </ScrollArea>
  )
  return (
    <>
      <PageHeader
        title={shell('nav.settlements')}
        lead={t('lead')}
        {...(data === undefined || data.days.length === 0
          ? {}
          : {
              actions: (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} stroke={1.75} />}
                  onClick={() => download(data)}
                >
                  {shell('export.button')}
                </Button>
              ),
            })}
      />
      <div className={classes.page}>
        <div className={classes.tools} role="search">
          {data !== undefined && data.sellers.length > 1 && (
            <NativeSelect
              label={t('seller')}
              data={data.sellers.map(({ id, name }) => ({ value: id, label: name }))}
              value={data.sellerId ?? ''}
              onChange={(event) => go({ sellerId: event.currentTarget.value })}
            />
          )}
          <MonthField
            label={t('monthField')}
            value={month ?? data?.month ?? max}
            max={max}
            onChange={(to) => go({ month: to })}
          />
        </div>
        {data !== undefined && data.differences.length > 0 && (
          <AskedSection query={query} title={t('differences')} tone="red">
            {({ differences }) => (
              <div className={classes.days}>
                <p className={classes.quiet}>{t('differencesText')}</p>
                <Differences rows={differences} />
              </div>
            )}
          </AskedSection>
        )}
        <AskedSection
          query={query}
          title={data === undefined ? t('month') : format.month(data.month)}
          isEmpty={({ totals }) => totals.length === 0}
          empty={<EmptyState text={t('empty')} />}
        >
          {({ totals }) =>
            isPhone ? <SumsCards rows={totals} /> : scroll(t('month'), <TotalsTable totals={totals} />)
          }
        </AskedSection>
        {(data === undefined || data.days.length > 0) && (
          <AskedSection query={query} title={t('days')}>
            {({ days }) => (
              <div className={classes.days}>
                {isPhone ? <SumsCards rows={days} /> : scroll(t('days'), <DaysTable days={days} />)}
                <p className={classes.quiet}>{t('whichDay')}</p>
              </div>
            )}
          </AskedSection>
        )}
      </div>
    </>
  )
}
