import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { getUser } from '@stowage/api/accounts'
import { queryOf } from '../../../../client/index.ts'
import { Note } from './note.tsx'

/** The client whom the superUser has picked; undefined until he is read. */
export function usePickedClient(userId: string | undefined) {
  const asked = queryOf(getUser, { params: { id: userId ?? '' } })
  return useQuery({ ...asked, enabled: userId !== undefined, meta: { quiet: true } }).data
}

/** Whom the superUser has picked: nothing is booked for the wrong one. */
export function ForClient({ userId }: { readonly userId: string }) {
  const t = useTranslations('booking.pay')
  const client = usePickedClient(userId)
  return client === undefined ? null : (
    <Note tone="teal">{t('forClient', { name: client.displayName, email: client.email })}</Note>
  )
}
