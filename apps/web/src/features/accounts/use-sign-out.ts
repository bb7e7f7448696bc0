import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../client/index.ts'
import { forgetBooking } from './after-login.ts'

/** Exit: ends the session here and on the server, then /login. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    forgetBooking()
    await signOut(client)
    await navigate({ to: '/login' })
  }
}
