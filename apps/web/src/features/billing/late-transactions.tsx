import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import { SkeletonCard } from '../../ui/index.ts'

// They stand below what a tenant comes for: their code and words follow the page.
const load = async () => (await Promise.all([import('./transactions.tsx'), needTexts('transactions')]))[0]
const OfContract = lazy(async () => ({ default: (await load()).ContractTransactions }))
const OfAccount = lazy(async () => ({ default: (await load()).UserTransactions }))

/** What happened with the money of a contract. */
export function ContractTransactions(props: { readonly contractId: string; readonly number: string }) {
  return (
    <Suspense fallback={<SkeletonCard height={160} />}>
      <OfContract {...props} />
    </Suspense>
  )
}

/** What happened with the money of an account, and what its balances are. */
export function UserTransactions(props: { readonly userId: string; readonly name: string }) {
  return (
    <Suspense fallback={<SkeletonCard height={160} />}>
      <OfAccount {...props} />
    </Suspense>
  )
}
