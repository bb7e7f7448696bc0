import { AttentionNote } from '../../../ui/index.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listParkedContracts } from '@stowage/api/billing'
import { queryOf } from '../../../client/index.ts'

/** How many contracts cannot be billed, where there are any: nobody has to look for that. */
export function ParkedNote() {
  const t = useTranslations('parked')
  const { data } = useQuery({ ...queryOf(listParkedContracts, { query: {} }), meta: { quiet: true } })
  if (data === undefined || data.total === 0) return null
  return (
    <AttentionNote
      action={
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to="/parked-contracts" {...props} />}
        >
          {t('show')}
        </Button>
      }
    >
      {t('note', { count: data.total })}
    </AttentionNote>
  )
}
