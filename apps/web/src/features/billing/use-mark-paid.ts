import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { payDocument } from '@stowage/api/billing'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'

/** Marks a document as paid by hand, once it has been confirmed; superUser only, the server decides. Pressing twice is once. */
export function useMarkPaid() {
  const t = useTranslations('billing')
  const shell = useTranslations('shell')
  const format = useFormat()
  const nameOf = useDocumentName()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (documentId: string) =>
      await call(payDocument, { body: { documentId, processor: 'manual' } }),
    onSuccess: async () => {
      toast({ text: t('markedPaid') })
      // Settling changes the contract, the balance, the door: whatever is shown is read anew.
      await client.invalidateQueries()
    },
  })
  const markPaid = async (document: BillingDocument): Promise<void> => {
    const { currency, debt } = document
    const yes = await confirm({
      title: t('markPaidTitle', { name: nameOf(document) }),
      text: t('markPaidText', { amount: format.money({ amount: debt, currency }) }),
      yes: t('markPaid'),
      no: shell('cancel'),
    })
    if (yes) mutate(document.id)
  }
  return { markPaid, busyId: isPending ? variables : null }
}
