import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import { SkeletonCard } from '../../ui/index.ts'
import type { Account } from './documents.ts'

const Loaded = lazy(
  async () => (await Promise.all([import('./security-parts.tsx'), needTexts('security', 'form')]))[0],
)

/** E-mail confirmation, second factor, sign-ins and the record of consents of an account, below what one came for. */
export function AccountSecurity({ account }: { readonly account: Account }) {
  return (
    <Suspense fallback={<SkeletonCard height={240} />}>
      <Loaded account={account} />
    </Suspense>
  )
}
