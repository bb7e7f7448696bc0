import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listDeskContracts } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { AttentionNote } from '../../../ui/index.ts'
import { asPage } from '../desk/desk-query.ts'

/** How many bookings wait for the rest of their first payment, where there are any. */
export function PartPaidNote() {
  const t = useTranslations('desk')
  const { data } = useQuery({
    ...queryOf(listDeskContracts, { query: { status: 'partPaid', page: '1' } }),
    select: asPage,
    meta: { quiet: true },
  })
  if (data === undefined || data.total === 0) return null
  return (
    <AttentionNote
      action={
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to="/ending-contracts" search={{ status: 'partPaid' }} {...props} />}
        >
          {t('ending.showPartPaid')}
        </Button>
      }
    >
      {t('ending.count.partPaid', { count: data.total })}
    </AttentionNote>
  )
}
