import { lazy, Suspense } from 'react'
import type { Account } from '../../../features/accounts/index.ts'
import { needTexts } from '../../../i18n/index.ts'
import { SkeletonCard } from '../../../ui/index.ts'

// A tenant's own profile is the same page: what only a superUser does comes when one looks.
const load = async () =>
  (
    await Promise.all([
      import('./super-user-parts.tsx'),
      needTexts('people', 'backoffice', 'books', 'paying', 'sms'),
    ])
  )[0]
const loadPrivacy = async () =>
  (await Promise.all([import('../../../features/privacy/index.ts'), needTexts('privacy')]))[0]
const loadErase = async () => (await Promise.all([import('./super-user-parts.tsx'), needTexts('privacy')]))[0]
const Emails = lazy(async () => ({ default: (await load()).UserEmails }))
const Balances = lazy(async () => ({ default: (await load()).UserBalances }))
const Payments = lazy(async () => ({ default: (await load()).UserPayments }))
const Statement = lazy(async () => ({ default: (await load()).UserStatement }))
const Mail = lazy(async () => ({ default: (await load()).ResetMail }))
const Remove = lazy(async () => ({ default: (await load()).RemoveAccount }))
const Data = lazy(async () => ({ default: (await loadPrivacy()).DataCard }))
const Erase = lazy(async () => ({ default: (await loadErase()).ErasePerson }))

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

export function UserPayments(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={160} />}>
      <Payments {...props} />
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

export function PersonData(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={160} />}>
      <Data {...props} />
    </Suspense>
  )
}

export function ErasePerson(props: PartProps) {
  return (
    <Suspense fallback={<SkeletonCard height={140} />}>
      <Erase {...props} />
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
