import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { payDocument } from '@stowage/api/billing'
import { call, isApiError, randomId } from '../../client/index.ts'
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
  // The key of the deed that no answer has come to; another sum or document is another deed.
  const pending = useRef<{ readonly deed: string; readonly key: string } | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, debt }: Pick<BillingDocument, 'id' | 'debt'>) => {
      const deed = `${id} ${debt}`
      if (pending.current?.deed !== deed) pending.current = { deed, key: randomId() }
      return await call(
        payDocument,
        { body: { documentId: id, debt, processor: 'manual' } },
        { idempotencyKey: pending.current.key },
      )
    },
    meta: { silent: true },
    onSuccess: async () => {
      pending.current = null
      toast({ text: t('markedPaid') })
      // Settling changes the contract, the balance, the door: whatever is shown is read anew.
      await client.invalidateQueries()
    },
    onError: async (error) => {
      const isStale = isApiError(error, 9109)
      toast({ text: isStale ? t('otherDebt') : errorText(error).text, tone: 'red' })
      // Without an answer the next press is still the same deed.
      if (!isApiError(error) || !error.isNetwork) pending.current = null
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
