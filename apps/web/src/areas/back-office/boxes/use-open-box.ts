import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { openBox } from '@stowage/api/access'
import type { listBoxes } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { call, randomId } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { allBoxesKey, withLock, type ListedBox } from './boxes-query.ts'

/** Opens a box of a warehouse after a question that names both. @returns what asks, and which box is opening */
export function useOpenBox(stock: Stock): {
  readonly ask: (box: ListedBox) => Promise<void>
  readonly openingId: string | null
} {
  const t = useTranslations('backoffice.boxes')
  const client = useQueryClient()
  const open = useMutation({
    mutationFn: async ({ box, key }: { box: ListedBox; key: string }) =>
      await call(openBox, { params: { id: box.id }, body: { stockId: stock.id } }, { idempotencyKey: key }),
    onSuccess: ({ lockStatus }, { box }) => {
      client.setQueriesData<Answer<typeof listBoxes>>({ queryKey: allBoxesKey }, (known) =>
        withLock(known, box.id, lockStatus),
      )
      toast({ text: t('opened', { number: box.unitNumber }) })
    },
  })
  return {
    openingId: open.isPending ? open.variables.box.id : null,
    ask: async (box) => {
      const yes = await confirm({
        title: t('openTitle', { number: box.unitNumber }),
        text: t('openText', { stock: stock.name, address: stock.address }),
        yes: t('open'),
      })
      if (yes) open.mutate({ box, key: randomId() })
    },
  }
}
