import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listPersonalInvoices } from '@stowage/api/billing'
import { queryOf } from '../../client/index.ts'
import { Invoices } from './invoices.tsx'

/** The anchor of the list on an account's page (specification 2.1). */
const anchor = 'userInvoices'

/** All documents of an account, for /users/{id}#userInvoices. */
export function UserInvoices({ userId }: { readonly userId: string }) {
  const query = useQuery(queryOf(listPersonalInvoices, { params: { userId } }))
  const hash = useRouterState({ select: (state) => state.location.hash })
  const isKnown = query.data !== undefined
  useEffect(() => {
    // Once the rows are there: before, the page is too short to scroll to them.
    if (isKnown && hash === anchor) document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
  }, [isKnown, hash])
  return <Invoices query={query} contractsOf={userId} id={anchor} />
}
