import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { makeDebitBatch } from '@stowage/api/debit-batches'
import { answeredOnce, call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { toast } from '../../../ui/index.ts'
import type { Waiting } from './debits.ts'
import classes from './debits.module.css'

interface WaitingDebitsProps {
  readonly waiting: readonly Waiting[]
  readonly onMade: (batchId: string) => void
}

/** What waits for a file, for each company; one press puts all of it into one. */
export function WaitingDebits({ waiting, onMade }: WaitingDebitsProps) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: async ({ sellerId, count, total }: Waiting) =>
      await answeredOnce(
        ['debit batch', sellerId, count, total],
        async (idempotencyKey) => await call(makeDebitBatch, { body: { sellerId } }, { idempotencyKey }),
      ),
    onSuccess: ({ id }) => {
      toast({ text: t('made') })
      onMade(id)
    },
    onSettled: async () => await client.invalidateQueries(),
  })
  return (
    <ul className={classes.waiting}>
      {waiting.map((one) => (
        <li key={one.sellerId}>
          <span className={classes.who}>
            <strong>{one.sellerName}</strong>
            <span>
              {t('waiting', {
                count: one.count,
                amount: format.money({ amount: one.total, currency: 'EUR' }),
              })}
            </span>
            <span className={classes.dim}>
              {one.isReady
                ? t('from', { day: format.day(one.firstOn), earliest: format.day(one.earliestOn) })
                : t('notReady')}
            </span>
          </span>
          <Button
            leftSection={<IconFileExport size={18} stroke={1.75} />}
            aria-label={t('makeNamed', { seller: one.sellerName })}
            disabled={!one.isReady}
            loading={making.isPending && making.variables.sellerId === one.sellerId}
            onClick={() => making.mutate(one)}
          >
            {t('make')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
