import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { getSite, newPinsOfSite } from '@stowage/api/sites'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import classes from './site.module.css'

/** A site was cut off and PINs that it held are still in force: staff void them if its computer may be in the hands of strangers. */
export function NewPins({ stock, pins }: { readonly stock: Stock; readonly pins: number }) {
  const t = useTranslations('site.pins')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(newPinsOfSite, { params: { id: stock.id } }),
    onSuccess: (done) => toast({ text: t('done', { count: done.pins }) }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(getSite) }),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('ask', { count: pins }),
      text: t('askText'),
      yes: t('yes'),
      danger: true,
    })
    if (yes) mutate()
  }
  return (
    <section aria-label={t('title')} className={classes.decision}>
      <h3>{t('title')}</h3>
      <p className={classes.lead}>{t('text', { count: pins })}</p>
      <div className={classes.deeds}>
        <Button color="red" loading={isPending} onClick={() => void ask()}>
          {t('void')}
        </Button>
      </div>
    </section>
  )
}
