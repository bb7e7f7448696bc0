import { Button } from '@mantine/core'
import { IconArrowsShuffle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { regroupBoxes } from '@stowage/api/boxes'
import { call } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './categories.module.css'

/** Gives every box its category and price anew, with the note when that is needed (specification 2.9). */
export function RegroupBoxes() {
  const t = useTranslations('boxes.cats')
  const readAnew = useReadAnew()
  const regroup = useMutation({
    mutationFn: async () => await call(regroupBoxes),
    onSuccess: async ({ boxes }) => {
      toast({ text: t('regrouped', { count: boxes }) })
      await readAnew()
    },
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('regroupTitle'), text: t('regroupNote'), yes: t('regroup') }))
      regroup.mutate()
  }
  return (
    <div className={classes.regroup}>
      <Button
        variant="default"
        leftSection={<IconArrowsShuffle size={18} stroke={1.75} />}
        loading={regroup.isPending}
        aria-describedby="regroup-note"
        onClick={() => void ask()}
      >
        {t('regroup')}
      </Button>
      <p id="regroup-note">{t('regroupNote')}</p>
    </div>
  )
}
