import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Notification } from '@stowage/api/entities/messaging'
import { fromWire } from '@stowage/api/wire'
import { startRealtime, useRealtime, userQuery, useUser } from '../client/index.ts'
import { bannersKey, type Banner } from '../features/messaging/index.ts'
import { toast } from '../ui/index.ts'

/** The live connection of the app, opened once the user is known, and what every page does with its messages. */
export function Live() {
  const t = useTranslations('shell.callRequest')
  const client = useQueryClient()
  const user = useUser()
  const isKnown = user !== undefined
  const userId = user?.id ?? null
  const line = useRef<ReturnType<typeof startRealtime>>(null)

  useEffect(() => {
    if (!isKnown) return
    const started = startRealtime(async () => await client.ensureQueryData(userQuery))
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
  useRealtime('UPDATE_NOTIFICATION', (payload) => {
    const changed = fromWire(Notification, payload) as Banner
    if (typeof changed.id !== 'string') return
    client.setQueriesData<readonly Banner[]>({ queryKey: bannersKey }, (known) => {
      const others = known?.filter((banner) => banner.id !== changed.id) ?? []
      return changed.isActive ? [...others, changed] : others
    })
  })
  useRealtime('APPEAL_ADDED', ({ phone, name, type }) => {
    if (!user || user.role === 'client' || type !== 'callback') return
    toast({ tone: 'blue', place: 'top', ms: 0, title: t('title', { phone }), text: t('name', { name }) })
  })
  return null
}
