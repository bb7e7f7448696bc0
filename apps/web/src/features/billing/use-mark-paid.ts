import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listContractInvoices, payDocument } from '@stowage/api/billing'
import { answeredOnce, call, isApiError, queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast, useErrorText } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { pause, untilPaid } from './until-paid.ts'
import { useDocumentName } from './use-document-name.ts'

/** The contract, the balance and the door follow the document by one more event. */
const restFollowsMs = 1500

/**
 * Marks a document as paid by hand, once it has been confirmed; superUser only, the server decides. Pressing twice is once,
 * also after a lost answer. What the question named travels along: where somebody paid a part meanwhile, nothing is
 * recorded and the documents are read anew. Busy until the document itself says that it is paid: it follows the money by a
 * moment, and nobody tells this browser of it.
 */
export function useMarkPaid() {
  const t = useTranslations('billing')
  const shell = useTranslations('shell')
  const format = useFormat()
  const nameOf = useDocumentName()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, debt }: Pick<BillingDocument, 'id' | 'debt' | 'contractId'>) =>
      // Another sum or document is another deed.
      await answeredOnce(
        ['markPaid', id, debt],
        async (idempotencyKey) =>
          await call(
            payDocument,
            { body: { documentId: id, debt, processor: 'manual' } },
            { idempotencyKey },
          ),
      ),
    // The button itself says that it is busy.
    meta: { silent: true, quiet: true },
    onSuccess: async (_paid, { id, contractId }) => {
      const documents = queryOf(listContractInvoices, { params: { contractId } })
      const isBooked = await untilPaid(
        id,
        async () => await client.fetchQuery({ ...documents, staleTime: 0, meta: { quiet: true } }),
      )
      toast({ text: t(isBooked ? 'markedPaid' : 'markedNotBooked') })
      // Settling changes the contract, the balance, the door: whatever is shown is read anew.
      await client.invalidateQueries()
      if (!isBooked) return
      await pause(restFollowsMs)
      await client.invalidateQueries()
    },
    onError: async (error) => {
      const isStale = isApiError(error, 9109)
      toast({ text: isStale ? t('otherDebt') : errorText(error).text, tone: 'red' })
      if (isStale) await client.invalidateQueries()
    },
  })
  const markPaid = async (document: BillingDocument): Promise<void> => {
    const { id, currency, contractId } = document
    // What was given up and is paid all the same is asked for again.
    const debt = document.debt + document.writtenOff
    const yes = await confirm({
      title: t('markPaidTitle', { name: nameOf(document) }),
      text: t('markPaidText', { amount: format.money({ amount: debt, currency }) }),
      yes: t('markPaid'),
      no: shell('cancel'),
    })
    if (yes) mutate({ id, debt, contractId })
  }
  return { markPaid, busyId: isPending ? variables.id : null }
}
