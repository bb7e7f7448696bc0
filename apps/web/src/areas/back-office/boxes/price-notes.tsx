import { AttentionNote } from '../../../ui/index.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { queryOf, useUser } from '../../../client/index.ts'
import { unconfirmedIn } from '../../../features/catalog/index.ts'
import type { Stock } from '../stocks/stock.ts'
import classes from './boxes.module.css'

interface PriceNotesProps {
  readonly stock: Stock
  readonly unpriced: number
  readonly onShow: () => void
}

/** What stands in the way of renting: boxes without a price, and prices that nobody has confirmed (decision 14). */
export function PriceNotes({ stock, unpriced, onShow }: PriceNotesProps) {
  const t = useTranslations('boxes.list')
  const isSuperUser = useUser()?.role === 'superUser'
  const { data } = useQuery({ ...queryOf(listCategories), enabled: isSuperUser, meta: { quiet: true } })
  const unconfirmed = isSuperUser ? unconfirmedIn(data ?? [], stock.currency) : []
  if (unpriced === 0 && unconfirmed.length === 0) return null
  return (
    <div className={classes.notes}>
      {unpriced > 0 && (
        <AttentionNote
          action={
            <Button size="compact-sm" variant="default" onClick={onShow}>
              {t('showThem')}
            </Button>
          }
        >
          {t('unpricedNote', { count: unpriced })}
        </AttentionNote>
      )}
      {unconfirmed.length > 0 && (
        <AttentionNote
          action={
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => <Link to="/boxcats" {...props} />}
            >
              {t('check')}
            </Button>
          }
        >
          {t('unconfirmed', {
            currency: stock.currency,
            names: unconfirmed.map(({ name }) => name).join(', '),
          })}
        </AttentionNote>
      )}
    </div>
  )
}
