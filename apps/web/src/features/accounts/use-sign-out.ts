import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../client/index.ts'

/** Exit: ends the session here and on the server, then /login. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await signOut(client)
    // Begun bookings with a typed name among them: the next person at this device finds nothing of the last one.
    sessionStorage.clear()
    await navigate({ to: '/login' })
  }
}
