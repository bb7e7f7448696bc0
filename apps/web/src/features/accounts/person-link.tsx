import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../client/index.ts'
import { allows, needs } from './needs.ts'

interface PersonLinkProps {
  readonly id: string
  readonly children: ReactNode
}

/** An account by its name: a link for whoever may open it, which is a superUser or its owner; others would be led home. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const user = useUser()
  if (!allows(user, needs.users) && user?.id !== id) return <span>{children}</span>
  return (
    <Link to="/users/$id" params={{ id }}>
      {children}
    </Link>
  )
}
