import { useMutation, useQueryClient } from '@tanstack/react-query'
import { payDocument } from '@stowage/api/billing'
import { answeredOnce, call, webAddress } from '../../client/index.ts'
import { toast, useBrowserBack, useErrorText } from '../../ui/index.ts'

/**
 * Pays a document by card: the server makes the payment, the browser goes to its page. Busy until it has gone, so that a
 * second press makes no second payment, and neither does one after a lost answer; who comes back with the browser's own
 * button may press again.
 */
export function usePay() {
  const client = useQueryClient()
  const errorText = useErrorText()
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: async (documentId: string) =>
      await answeredOnce(
        ['pay', documentId],
        async (idempotencyKey) =>
          await call(payDocument, { body: { documentId, processor: 'paykeeper' } }, { idempotencyKey }),
      ),
    onSuccess: async ({ redirectionUrl, status }) => {
      const page = webAddress(redirectionUrl)
      if (page !== null) {
        location.assign(page)
        return
      }
      // Nowhere to go: it is paid or on its way, which the documents say; or the processor has named no page.
      if (status === 'redirect') toast({ tone: 'red', text: errorText(null).text })
      reset()
      await client.invalidateQueries()
    },
  })
  useBrowserBack(reset)
  const isBusy = isPending || isSuccess
  return { pay: (documentId: string) => !isBusy && mutate(documentId), busyId: isBusy ? variables : null }
}
