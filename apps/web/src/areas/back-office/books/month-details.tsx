import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { bookMonth, closeBookMonth, reopenBookMonth } from '@stowage/api/months'
import { call, isApiError, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, confirm, toast } from '../../../ui/index.ts'
import { ExportJournal } from './export-journal.tsx'
import { MonthChecks } from './month-checks.tsx'
import { DocumentsTable, MovementsTable } from './month-tables.tsx'
import classes from './books.module.css'

interface MonthDetailsProps {
  readonly sellerId: string
  readonly month: string
}

/** What a month of a seller comes to, whether all in it is in order, and closing it or opening it again. */
export function MonthDetails({ sellerId, month }: MonthDetailsProps) {
  const t = useTranslations('books.months')
  const shell = useTranslations('shell')
  const format = useFormat()
  const client = useQueryClient()
  const params = { sellerId, month }
  const asked = queryOf(bookMonth, { params })
  // Whether everything is in order is never what was read some time ago.
  const query = useQuery({ ...asked, staleTime: 0 })
  const name = format.month(month)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const change = useMutation({
    mutationFn: async (isClosing: boolean) =>
      await call(isClosing ? closeBookMonth : reopenBookMonth, { params }),
    onSuccess: async (details, isClosing) => {
      client.setQueryData(asked.queryKey, details)
      toast({ text: t(isClosing ? 'closedDone' : 'reopenedDone', { month: name }) })
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (isApiError(error, 9133)) await client.invalidateQueries()
    },
  })
  const ask = async (isClosing: boolean): Promise<void> => {
    const yes = await confirm({
      title: t(isClosing ? 'closeTitle' : 'reopenTitle', { month: name }),
      text: t(isClosing ? 'closeText' : 'reopenText'),
      yes: t(isClosing ? 'close' : 'reopen'),
      no: shell('cancel'),
    })
    if (yes) change.mutate(isClosing)
  }
  return (
    <AskedSection
      id="month"
      query={query}
      title={query.data === undefined ? name : `${name} · ${query.data.sellerName}`}
    >
      {(details) => (
        <div className={classes.details}>
          {details.closedAt != null && (
            <p className={classes.hint}>
              {t('closedBy', { when: format.instant(details.closedAt, zone), who: details.closedBy ?? '–' })}
            </p>
          )}
          {details.closedAt == null && <MonthChecks checks={details.checks} />}
          <div className={classes.deeds}>
            {details.closedAt == null ? (
              <Button
                leftSection={<IconLock size={18} stroke={1.75} />}
                disabled={!details.mayClose}
                loading={change.isPending}
                onClick={() => void ask(true)}
              >
                {t('close')}
              </Button>
            ) : (
              details.mayReopen && (
                <Button
                  variant="default"
                  leftSection={<IconLockOpen size={18} stroke={1.75} />}
                  loading={change.isPending}
                  onClick={() => void ask(false)}
                >
                  {t('reopen')}
                </Button>
              )
            )}
            <ExportJournal sellerId={sellerId} month={month} name={`${details.sellerName} ${month}`} />
          </div>
          <DocumentsTable rows={details.documents} />
          <MovementsTable rows={details.movements} />
        </div>
      )}
    </AskedSection>
  )
}
