import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import type { BillingDocument } from './document.ts'

// Tenants see the same row: what only a superUser does comes when one looks.
const Deeds = lazy(async () => {
  const [{ BookDeeds }] = await Promise.all([import('./book-deeds.tsx'), needTexts('books')])
  return { default: BookDeeds }
})

const Dates = lazy(async () => {
  const [{ InvoiceDates }] = await Promise.all([import('./invoice-dates.tsx'), needTexts('books')])
  return { default: InvoiceDates }
})

export function BookDeeds({ document }: { readonly document: BillingDocument }) {
  return (
    <Suspense fallback={null}>
      <Deeds document={document} />
    </Suspense>
  )
}

export function InvoiceDates({ document }: { readonly document: BillingDocument }) {
  return (
    <Suspense fallback={null}>
      <Dates document={document} />
    </Suspense>
  )
}
