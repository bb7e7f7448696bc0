import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CustomerShell } from '../areas/customer/shell/index.ts'
import { useUser } from '../client/index.ts'

const BackOfficeShell = lazyRouteComponent(
  async () => await import('../areas/back-office/shell/index.ts'),
  'BackOfficeShell',
)

/** Staff get the back office around the page, customers theirs. */
export function RoleShell() {
  const user = useUser()
  if (!user) return null
  if (user.role === 'client') return <CustomerShell />
  return (
    <Suspense>
      <BackOfficeShell />
    </Suspense>
  )
}
