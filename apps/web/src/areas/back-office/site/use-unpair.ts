import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { getSite, unpairSite } from '@stowage/api/sites'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'

/** Cuts a site off for good: its keys stop counting at once. */
export function useUnpair(stock: Stock) {
  const t = useTranslations('site.unpair')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(unpairSite, { params: { id: stock.id } }),
    onSuccess: () => toast({ text: t('done', { stock: stock.name }) }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(getSite) }),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('title', { stock: stock.name }),
      text: t('text'),
      yes: t('yes'),
      danger: true,
    })
    if (yes) mutate()
  }
  return { ask, isBusy: isPending }
}
