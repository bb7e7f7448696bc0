import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { retryParkedContracts } from '@stowage/api/billing'
import { call } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'

/** Tries to bill one parked contract again, or all of them once that is confirmed; what came of it is said, and the list read anew. */
export function useRetry() {
  const t = useTranslations('parked')
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (contractId: string | null) =>
      await call(retryParkedContracts, { body: contractId === null ? {} : { contractId } }),
    onSuccess: ({ billed, parked }) => {
      if (parked === 0) toast({ text: billed === 0 ? t('gone') : t('billed', { count: billed }) })
      else
        toast({
          text: billed === 0 ? t('still', { count: parked }) : t('some', { billed, parked }),
          tone: 'red',
        })
    },
    onSettled: async () => await client.invalidateQueries(),
  })
  return {
    one: (contractId: string): void => mutate(contractId),
    all: async (count: number): Promise<void> => {
      if (await confirm({ title: t('allTitle'), text: t('allText', { count }), yes: t('retryAll') }))
        mutate(null)
    },
    isBusy: isPending,
    /** Which one is tried just now; null: all of them, or none. */
    busyId: isPending ? variables : null,
  }
}
