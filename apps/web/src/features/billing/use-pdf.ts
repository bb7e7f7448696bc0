import { useMutation } from '@tanstack/react-query'
import { documentToken, invoicePdf } from '@stowage/api/billing'
import { addressOf, call } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import type { BillingDocument } from './document.ts'

interface Wanted {
  /** Of the document or the contract that the token is for. */
  readonly id: string
  readonly address: (token: string) => string
  readonly tab: Window | null
}

/**
 * Opens a PDF in a tab of its own. Its address carries a 60-second token for this one document (decision 5), so that no
 * session stands in a link; the tab is made within the press, or the browser would take it for an unasked one.
 */
export function usePdf() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, address, tab }: Wanted) => {
      const { token } = await call(documentToken, { params: { id } })
      if (tab === null) location.assign(address(token))
      else tab.location.replace(address(token))
    },
    onError: (_error, { tab }) => tab?.close(),
  })
  const open = (id: string, address: (token: string) => string): void => {
    const tab = window.open('', '_blank')
    if (tab !== null) tab.opener = null
    mutate({ id, address, tab })
  }
  return { open, isPending }
}

/** The PDF of an invoice in the reader's language. */
export function useInvoicePdf() {
  const { open, isPending } = usePdf()
  const { language } = useLanguage()
  return {
    isPending,
    open: ({ id, stockId, unitNumber }: Pick<BillingDocument, 'id' | 'stockId' | 'unitNumber'>): void =>
      open(id, (token) =>
        addressOf(invoicePdf, {
          query: {
            invoiceId: id,
            language,
            stockId,
            ...(unitNumber == null ? {} : { boxNumber: unitNumber }),
            token,
          },
        }),
      ),
  }
}
