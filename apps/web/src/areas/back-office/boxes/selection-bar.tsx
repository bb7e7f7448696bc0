import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listBoxes } from '@stowage/api/catalog'
import { limits } from '@stowage/domain/limits'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { pageOfBoxes, wantedQuery, type Wanted } from './boxes-query.ts'
import type { Selection } from './use-selection.ts'
import classes from './boxes.module.css'

interface SelectionBarProps {
  readonly stock: Stock
  readonly wanted: Wanted
  /** Boxes that are found. */
  readonly total: number
  readonly selection: Selection
}

const BulkDialog = lazy(async () => await import('./bulk-dialog.tsx'))

/** What is selected, over all pages, and what can be done with it. */
export function SelectionBar({ stock, wanted, total, selection }: SelectionBarProps) {
  const t = useTranslations('boxes.list')
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const all = useMutation({
    mutationFn: async () => pageOfBoxes(await call(listBoxes, { query: wantedQuery(wanted) })),
    onSuccess: ({ items }) => selection.set(items.slice(0, limits.boxesAtOnce).map(({ id }) => id)),
  })
  return (
    <div className={classes.selection}>
      <strong role="status">{t('selected', { count: selection.count })}</strong>
      <Button
        size="compact-md"
        leftSection={<IconEdit size={16} stroke={1.75} />}
        onClick={() => setEditing(true)}
      >
        {t('bulk')}
      </Button>
      {total > selection.count && (
        <Button size="compact-md" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
          {t('selectAllFound', { count: format.number(total) })}
        </Button>
      )}
      <Button size="compact-md" variant="subtle" color="gray" onClick={selection.clear}>
        {t('clear')}
      </Button>
      {isEditing && (
        <Suspense>
          <BulkDialog
            stock={stock}
            ids={selection.ids}
            onClose={() => setEditing(false)}
            onDone={() => {
              setEditing(false)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
