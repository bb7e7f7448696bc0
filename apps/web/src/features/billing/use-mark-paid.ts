import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { payDocument } from '@stowage/api/billing'
import { answeredOnce, call, isApiError } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast, useErrorText } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'

/**
 * Marks a document as paid by hand, once it has been confirmed; superUser only, the server decides. Pressing twice is once,
 * also after a lost answer. What the question named travels along: where somebody paid a part meanwhile, nothing is
 * recorded and the documents are read anew.
 */
export function useMarkPaid() {
  const t = useTranslations('billing')
  const shell = useTranslations('shell')
  const format = useFormat()
  const nameOf = useDocumentName()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, debt }: Pick<BillingDocument, 'id' | 'debt'>) =>
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
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('markedPaid') })
      // Settling changes the contract, the balance, the door: whatever is shown is read anew.
      await client.invalidateQueries()
    },
    onError: async (error) => {
      const isStale = isApiError(error, 9109)
      toast({ text: isStale ? t('otherDebt') : errorText(error).text, tone: 'red' })
      if (isStale) await client.invalidateQueries()
    },
  })
  const markPaid = async (document: BillingDocument): Promise<void> => {
    const { id, currency, debt } = document
    const yes = await confirm({
      title: t('markPaidTitle', { name: nameOf(document) }),
      text: t('markPaidText', { amount: format.money({ amount: debt, currency }) }),
      yes: t('markPaid'),
      no: shell('cancel'),
    })
    if (yes) mutate({ id, debt })
  }
  return { markPaid, busyId: isPending ? variables.id : null }
}
