import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { payDocument } from '@stowage/api/billing'
import { call, randomId } from '../../client/index.ts'

/**
 * Pays a document by card: the server makes the payment, the browser goes to its page. Busy until it has gone, so that a
 * second press makes no second payment; who comes back with the browser's own button may press again.
 */
export function usePay() {
  const key = useRef<string | null>(null)
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: async (documentId: string) => {
      key.current ??= randomId()
      return await call(
        payDocument,
        { body: { documentId, processor: 'paykeeper' } },
        { idempotencyKey: key.current },
      )
    },
    onSuccess: ({ redirectionUrl }) => {
      if (redirectionUrl !== undefined) location.assign(redirectionUrl)
    },
    onSettled: () => {
      key.current = null
    },
  })
  useEffect(() => {
    const back = (event: PageTransitionEvent): void => {
      if (event.persisted) reset()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [reset])
  const isBusy = isPending || isSuccess
  return { pay: (documentId: string) => !isBusy && mutate(documentId), busyId: isBusy ? variables : null }
}
