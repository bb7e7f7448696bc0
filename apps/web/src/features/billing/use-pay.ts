import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { payDocument } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { answeredOnce, call, webAddress } from '../../client/index.ts'
import { toast, useBrowserBack, useErrorText } from '../../ui/index.ts'
import {
  methodsOf,
  onlineMethods,
  plainCard,
  toChooseFrom,
  type OfferedMethod,
} from './pay-methods/offered.ts'
import type { PayChoiceProps } from './pay-methods/pay-choice.tsx'

/** What is to be paid, with all that the question of how says. */
export interface Payable {
  readonly id: string
  readonly stockId: string
  readonly debt: number
  readonly currency: string
  /** Paid with it in the same sum, which `debt` says: all of them, the first one too. */
  readonly documentIds?: readonly string[]
}

interface Asked {
  readonly document: Payable
  readonly methods: readonly OfferedMethod[]
}

interface Wish {
  readonly document: Payable
  /** Chosen by the payer; null: where he had nothing to choose. */
  readonly chosen: OfferedMethod | null
}

type Paid = Answer<typeof payDocument>

/**
 * Pays a document online: the server makes the payment, the browser goes to its page. Where the stock offers several ways the
 * payer is asked first: `choice` are the props of that question, for a `PayChoice` of the caller. Busy until the browser has
 * gone, so that a second press makes no second payment, and neither does one after a lost answer; who comes back with the
 * browser's own button may press again.
 */
export function usePay() {
  const t = useTranslations('billing')
  const client = useQueryClient()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: async ({ document, chosen }: Wish): Promise<Asked | Paid> => {
      const offered = chosen === null ? await methodsOf(client, document.stockId) : []
      const methods = toChooseFrom(offered)
      if (methods.length > 0) return { methods, document }
      const { processor, method } = chosen ?? onlineMethods(offered)[0] ?? plainCard
      const documentIds = document.documentIds === undefined ? {} : { documentIds: [...document.documentIds] }
      const body = {
        documentId: document.id,
        ...documentIds,
        processor,
        ...(chosen === null ? {} : { method }),
      }
      return await answeredOnce(
        ['pay', document.id, ...(document.documentIds ?? []), ...(chosen === null ? [] : [method])],
        async (idempotencyKey) => await call(payDocument, { body }, { idempotencyKey }),
      )
    },
    onSuccess: async (outcome) => {
      if ('methods' in outcome) {
        reset()
        setAsked(outcome)
        return
      }
      const { redirectionUrl, status, reference } = outcome
      const page = webAddress(redirectionUrl)
      if (page !== null) {
        location.assign(page)
        return
      }
      // Nowhere to go: it is paid or on its way, which the documents say; or the processor has named no page.
      if (status === 'redirect') toast({ tone: 'red', text: errorText(null).text })
      // Long enough to copy it; the mail says it again.
      if (status === 'waiting') toast({ text: t('transferTold', { reference: reference ?? '' }), ms: 30_000 })
      setAsked(null)
      reset()
      await client.invalidateQueries()
    },
  })
  useBrowserBack(() => {
    setAsked(null)
    reset()
  })
  const isBusy = isPending || isSuccess
  const choice: PayChoiceProps | null =
    asked === null
      ? null
      : {
          methods: asked.methods,
          amount: { amount: asked.document.debt, currency: asked.document.currency },
          isBusy,
          onPay: (method) => !isBusy && mutate({ document: asked.document, chosen: method }),
          onClose: () => setAsked(null),
        }
  return {
    pay: (document: Payable) => !isBusy && mutate({ document, chosen: null }),
    busyId: isBusy ? variables.document.id : null,
    choice,
  }
}
