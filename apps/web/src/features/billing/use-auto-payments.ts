import { useMutation, useQueryClient } from '@tanstack/react-query'
import { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { activateSubscription, cancelSubscription, readSubscription } from '@stowage/api/subscriptions'
import { answeredOnce, call, keyOf, queryOf, webAddress } from '../../client/index.ts'
import { toast, useBrowserBack, useErrorText } from '../../ui/index.ts'

export type AutoPayments = Answer<typeof readSubscription>

/**
 * Switching automatic payments of a contract on, over the processor's page, and off. Busy until the browser has gone, so that
 * a second press makes no second payment; who comes back with the browser's own button may press again.
 */
export function useAutoPayments(contractId: string) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const activating = useMutation({
    mutationFn: async () =>
      await answeredOnce(
        ['activate', contractId],
        async (idempotencyKey) =>
          await call(activateSubscription, { params: { contractId } }, { idempotencyKey }),
      ),
    onSuccess: async ({ redirectionUrl }) => {
      const page = webAddress(redirectionUrl)
      if (page !== null) {
        location.assign(page)
        return
      }
      toast({ tone: 'red', text: errorText(null).text })
      activating.reset()
      await client.invalidateQueries({ queryKey: keyOf(readSubscription) })
    },
  })
  useBrowserBack(activating.reset)
  const cancelling = useMutation({
    mutationFn: async () => await call(cancelSubscription, { params: { contractId } }),
    onSuccess: (known) => {
      client.setQueryData(queryOf(readSubscription, { params: { contractId } }).queryKey, known)
      void client.invalidateQueries({ queryKey: keyOf(myBoxes) })
    },
  })
  return {
    activate: () => activating.mutate(),
    isActivating: activating.isPending || activating.isSuccess,
    cancel: (onDone: () => void) => cancelling.mutate(undefined, { onSuccess: onDone }),
    isCancelling: cancelling.isPending,
  }
}
