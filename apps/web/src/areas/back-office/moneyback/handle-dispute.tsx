import { Button } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { handleDispute } from '@stowage/api/refunds'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Dispute } from './moneyback.ts'
import classes from './moneyback.module.css'

/** Notes that somebody has looked at it; where doors are shut because of it, they follow the ordinary rules again. */
export function HandleDispute({ dispute }: { readonly dispute: Dispute }) {
  const t = useTranslations('moneyback.disputes')
  const format = useFormat()
  const readAnew = useReadAnew()
  const { id, blocks, handledAt, amount, currency, accountName: name } = dispute
  const handling = useMutation({
    mutationFn: async () => await call(handleDispute, { params: { id } }),
    onSuccess: () => toast({ text: t('handled'), ms: savedMs }),
    onSettled: readAnew,
  })
  const ask = async (): Promise<void> => {
    const sum = format.money({ amount, currency })
    const question = {
      title: t('sureTitle', { name, amount: sum }),
      text: t(blocks ? 'sureDoors' : 'sureNoDoors'),
      yes: t('handle'),
    }
    if (await confirm(question)) handling.mutate()
  }
  if (handledAt != null)
    return (
      <span className={classes.quiet}>
        {t('handledAt', {
          at: format.shortInstant(handledAt, Intl.DateTimeFormat().resolvedOptions().timeZone),
        })}
      </span>
    )
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconEyeCheck size={16} stroke={1.75} />}
      aria-label={t('handleOf', { name })}
      loading={handling.isPending}
      onClick={() => void ask()}
    >
      {t('handle')}
    </Button>
  )
}
