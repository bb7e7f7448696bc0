import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../client/index.ts'
import { mayLeave } from '../../ui/index.ts'

/** Exit: ends the session here and on the server, then /login. What is typed and not saved is asked about before. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    await signOut(client)
    await navigate({ to: '/login', ignoreBlocker: true })
  }
}
