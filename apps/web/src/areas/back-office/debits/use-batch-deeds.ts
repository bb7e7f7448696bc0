import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import {
  fetchDebitFile,
  refuseDebitBatch,
  returnBankDebit,
  settleDebitBatch,
  withdrawDebitBatch,
} from '@stowage/api/debit-batches'
import { answeredOnce, call } from '../../../client/index.ts'
import { toast } from '../../../ui/index.ts'
import type { WholeBatch } from './debits.ts'

type Deed =
  | { readonly do: 'file' }
  | { readonly do: 'withdrawn' | 'refused' }
  | { readonly do: 'settled'; readonly day: string }
  | { readonly do: 'returned'; readonly paymentId: string; readonly day: string; readonly code: string }

/** What is done with a file; each is done once, whatever the connection does. */
export function useBatchDeeds(batch: WholeBatch, onDone?: () => void) {
  const t = useTranslations('bank.debits')
  const client = useQueryClient()
  const { mutate, isPending, error, variables } = useMutation({
    meta: { silent: true },
    mutationFn: async (deed: Deed) => {
      if (deed.do !== 'file')
        return await answeredOnce(
          ['debit batch', batch.id, batch.state, deed],
          async (idempotencyKey) => await send(batch.id, deed, idempotencyKey),
        )
      // Asked for again it is the same file: nothing of it is kept here.
      const { fileName, xml } = await call(fetchDebitFile, { params: { id: batch.id } })
      save(fileName, xml)
      return undefined
    },
    onSuccess: (_answer, deed) => {
      if (deed.do !== 'file') toast({ text: t(`done.${deed.do}`) })
      onDone?.()
    },
    onSettled: async () => await client.invalidateQueries(),
  })
  return { run: mutate, isBusy: isPending, busyWith: isPending ? variables.do : undefined, error }
}

async function send(
  id: string,
  deed: Exclude<Deed, { do: 'file' }>,
  idempotencyKey: string,
): Promise<WholeBatch> {
  const params = { id }
  const options = { idempotencyKey }
  switch (deed.do) {
    case 'withdrawn':
      return await call(withdrawDebitBatch, { params }, options)
    case 'refused':
      return await call(refuseDebitBatch, { params }, options)
    case 'settled':
      return await call(settleDebitBatch, { params, body: { day: deed.day } }, options)
    case 'returned': {
      const { paymentId, day, code } = deed
      return await call(returnBankDebit, { params, body: { paymentId, day, code } }, options)
    }
  }
}

function save(fileName: string, xml: string): void {
  const url = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
