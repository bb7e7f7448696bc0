import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { chooseSiteHolder, getSite } from '@stowage/api/sites'
import { call, keyOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import classes from './site.module.css'

type Other = NonNullable<Answer<typeof getSite>['otherHolder']>

/** Two machines have the keys of a site: staff say which of them is the right one. */
export function HolderChoice({ stock, other }: { readonly stock: Stock; readonly other: Other }) {
  const t = useTranslations('site.holder')
  const format = useFormat()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (keep: 'present' | 'other') =>
      await call(chooseSiteHolder, {
        params: { id: stock.id },
        body: { instance: other.instance, keep },
      }),
    onSuccess: () => toast({ text: t('done') }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(getSite) }),
  })
  const letOtherIn = async (): Promise<void> => {
    const yes = await confirm({ title: t('title2'), text: t('text2'), yes: t('yes'), danger: true })
    if (yes) mutate('other')
  }
  const first = format.shortInstant(other.firstAt, stock.timeZone)
  const last = format.shortInstant(other.lastAt, stock.timeZone)
  return (
    <section aria-label={t('title')} className={classes.decision}>
      <h3>{t('title')}</h3>
      <p className={classes.lead}>{t('text', { first, last, address: other.address ?? 'none' })}</p>
      <div className={classes.deeds}>
        <Button loading={isPending} onClick={() => mutate('present')}>
          {t('present')}
        </Button>
        <Button variant="default" loading={isPending} onClick={() => void letOtherIn()}>
          {t('other')}
        </Button>
      </div>
    </section>
  )
}
