import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { enter, signOut, type CurrentUser } from '../client/index.ts'
import { confirm } from '../ui/index.ts'
import type { AppRouter } from './router.tsx'
import type { OfferedSession } from './start-token.ts'

interface OtherSessionProps {
  readonly offered: OfferedSession
  readonly router: AppRouter
}

const nameOf = ({ displayName, email }: CurrentUser): string => (displayName === '' ? email : displayName)

/** Asks whether the session of a link takes the place of the one that is open here. */
export function OtherSession({ offered, router }: OtherSessionProps) {
  const t = useTranslations('shell.otherSession')
  const client = useQueryClient()
  const ask = useEffectEvent(async (): Promise<void> => {
    const { token, user, present } = offered
    const other = nameOf(user)
    const isSwitching = await confirm({
      title: t('title'),
      text: t('text', { other, present: nameOf(present) }),
      yes: t('switch', { other }),
      no: t('stay'),
    })
    if (!isSwitching) return
    const { href } = router.state.location
    // The former session ends with its refresh cookie: it would come back when the new token is over.
    await signOut(client)
    await enter(client, { token, user })
    await router.navigate({ href, replace: true, ignoreBlocker: true })
    await router.invalidate()
  })
  useEffect(() => void ask(), [])
  return null
}
