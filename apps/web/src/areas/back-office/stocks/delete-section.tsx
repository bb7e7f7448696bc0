import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { deleteStock, getStock } from '@stowage/api/stocks'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, FormProblem, Section, toast, useErrorText } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { boxesOf } from './stock.ts'
import type { Settings } from './stock-values.ts'
import classes from './settings.module.css'

/** What stands in the way of deleting is said here, in place. */
export function DeleteSection({ stock }: { readonly stock: Settings }) {
  const t = useTranslations('sites')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => await call(deleteStock, { params: { id: stock.id } }),
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('remove.deleted', { name: stock.name }), ms: savedMs })
      await navigate({ to: '/stocks', ignoreBlocker: true })
      client.removeQueries({ queryKey: keyOf(getStock, { params: { id: stock.id } }) })
      await readAnew()
    },
  })
  const ask = async (): Promise<void> => {
    const question = {
      title: t('remove.title', { name: stock.name }),
      text: t('remove.text', { count: boxesOf(stock).total }),
      yes: t('remove.yes'),
      danger: true,
    }
    if (await confirm(question)) mutate()
  }
  return (
    <Section id="remove" title={t('nav.remove')}>
      <div className={classes.danger}>
        <p className={classes.lead}>{t('remove.lead')}</p>
        <Button
          variant="default"
          c="red"
          leftSection={<IconTrash size={18} stroke={1.75} />}
          loading={isPending}
          onClick={() => void ask()}
        >
          {t('remove.button')}
        </Button>
      </div>
      <FormProblem>{error === null ? null : errorText(error).text}</FormProblem>
    </Section>
  )
}
