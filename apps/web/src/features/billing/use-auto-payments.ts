import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { activateSubscription, cancelSubscription, readSubscription } from '@stowage/api/subscriptions'
import { answeredOnce, call, keyOf, queryOf, webAddress } from '../../client/index.ts'
import { toast, useBrowserBack, useErrorText } from '../../ui/index.ts'
import { methodsOf, onlineMethods, toChooseFrom, type OfferedMethod } from './pay-methods/offered.ts'

export type AutoPayments = Answer<typeof readSubscription>

/**
 * Switching automatic payments of a contract on, over the processor's page, and off. Busy until the browser has gone, so that
 * a second press makes no second payment; who comes back with the browser's own button may press again.
 */
export function useAutoPayments({
  contractId,
  stockId,
}: {
  readonly contractId: string
  readonly stockId: string
}) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const [methods, setMethods] = useState<readonly OfferedMethod[] | null>(null)
  const activating = useMutation({
    mutationFn: async (chosen: OfferedMethod | null) => {
      // A transfer cannot be asked for again without the payer.
      const methods = chosen === null ? onlineMethods(toChooseFrom(await methodsOf(client, stockId))) : []
      if (methods.length > 0) return { methods }
      const method = chosen === null || chosen.method === 'bankTransfer' ? null : chosen.method
      return await answeredOnce(
        ['activate', contractId, ...(method === null ? [] : [method])],
        async (idempotencyKey) =>
          await call(
            activateSubscription,
            { params: { contractId }, body: method === null ? {} : { method } },
            { idempotencyKey },
          ),
      )
    },
    onSuccess: async (outcome) => {
      if ('methods' in outcome) {
        activating.reset()
        setMethods(outcome.methods)
        return
      }
      const page = webAddress(outcome.redirectionUrl)
      if (page !== null) {
        location.assign(page)
        return
      }
      toast({ tone: 'red', text: errorText(null).text })
      setMethods(null)
      activating.reset()
      await client.invalidateQueries({ queryKey: keyOf(readSubscription) })
    },
  })
  const { reset } = activating
  useBrowserBack(() => {
    setMethods(null)
    reset()
  })
  const cancelling = useMutation({
    mutationFn: async () => await call(cancelSubscription, { params: { contractId } }),
    onSuccess: (known) => {
      client.setQueryData(queryOf(readSubscription, { params: { contractId } }).queryKey, known)
      void client.invalidateQueries({ queryKey: keyOf(myBoxes) })
    },
  })
  return {
    activate: () => activating.mutate(null),
    /** Where several ways can be debited: asked first, by a `PayChoice` of the caller. */
    methods,
    choose: (method: OfferedMethod) => activating.mutate(method),
    leave: () => setMethods(null),
    isActivating: activating.isPending || activating.isSuccess,
    cancel: (onDone: () => void) => cancelling.mutate(undefined, { onSuccess: onDone }),
    isCancelling: cancelling.isPending,
  }
}
