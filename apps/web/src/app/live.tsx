import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ensureAnswer, startRealtime, useRealtime, userQuery, useUser } from '../client/index.ts'
import { useLiveBanners } from '../features/messaging/index.ts'
import { useAppealNews } from '../features/support/index.ts'

/** The live connection of the app, opened once the user is known, and what every page does with its messages. */
export function Live() {
  const client = useQueryClient()
  const user = useUser()
  const isKnown = user !== undefined
  const userId = user?.id ?? null
  const line = useRef<ReturnType<typeof startRealtime>>(null)

  useEffect(() => {
    if (!isKnown) return
    const started = startRealtime(async () => await ensureAnswer(client, userQuery))
    line.current = started
    return () => {
      line.current = null
      started.close()
    }
  }, [client, isKnown])

  const introduced = useRef(userId)
  useEffect(() => {
    if (introduced.current === userId) return
    introduced.current = userId
    line.current?.renew()
  }, [userId])

  useRealtime('RECONNECTED', () => void client.invalidateQueries())
  useRealtime('PUSH_NOTIFICATION', () => void client.invalidateQueries())
  useLiveBanners()
  useAppealNews(user)
  return null
}
