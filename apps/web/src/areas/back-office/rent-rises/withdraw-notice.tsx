import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { withdrawRise } from '@stowage/api/rises'
import { call } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Notice } from './rises.ts'

/** Takes a notice back after a question; why it cannot be any more is said by the server. */
export function WithdrawNotice({ notice }: { readonly notice: Notice }) {
  const t = useTranslations('rises.notices')
  const readAnew = useReadAnew()
  const unit = notice.unitNumber
  const withdrawing = useMutation({
    mutationFn: async () => await call(withdrawRise, { params: { id: notice.id } }),
    onSuccess: () => toast({ text: t('withdrawn'), ms: savedMs }),
    onSettled: async () => await readAnew(),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('withdrawTitle', { unit }),
      text: t('withdrawText'),
      yes: t('withdraw'),
      danger: true,
    })
    if (yes) withdrawing.mutate()
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={withdrawing.isPending}
      aria-label={t('withdrawNamed', { unit })}
      onClick={() => void ask()}
    >
      {t('withdraw')}
    </Button>
  )
}
