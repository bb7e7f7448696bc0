import { lazy, Suspense } from 'react'
import type { Account } from '../../../features/accounts/index.ts'
import { needTexts } from '../../../i18n/index.ts'
import { SkeletonCard } from '../../../ui/index.ts'

// A tenant's own profile is the same page: what only a superUser does comes when one looks.
const load = async () =>
  (await Promise.all([import('./super-user-parts.tsx'), needTexts('people', 'backoffice', 'books')]))[0]
const Emails = lazy(async () => ({ default: (await load()).UserEmails }))
const Balances = lazy(async () => ({ default: (await load()).UserBalances }))
const Statement = lazy(async () => ({ default: (await load()).UserStatement }))
const Mail = lazy(async () => ({ default: (await load()).ResetMail }))
const Remove = lazy(async () => ({ default: (await load()).RemoveAccount }))

interface PartProps {
  readonly account: Account
}

export function UserEmails(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={240} />}>
      <Emails {...props} />
    </Suspense>
  )
}

export function UserBalances(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={120} />}>
      <Balances {...props} />
    </Suspense>
  )
}

export function UserStatement(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={160} />}>
      <Statement {...props} />
    </Suspense>
  )
}

export function ResetMail(props: PartProps) {
  return (
    <Suspense fallback={null}>
      <Mail {...props} />
    </Suspense>
  )
}

export function RemoveAccount(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={140} />}>
      <Remove {...props} />
    </Suspense>
  )
}
