import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { loginAsUser } from '@stowage/api/accounts'
import { call, enter, useUser } from '../../client/index.ts'
import { confirm, mayLeave } from '../../ui/index.ts'
import type { Account } from './documents.ts'

type Target = Pick<Account, 'id' | 'role' | 'displayName'>

/**
 * Acting as a user (decision 11): a superUser, not yet acting as somebody, onto a client or staff.
 * @returns whether this account can be taken, and what takes it after a question
 */
export function useLoginAs(): {
  readonly may: (target: Target) => boolean
  readonly ask: (target: Target) => Promise<void>
} {
  const t = useTranslations('backoffice.loginAs')
  const me = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const take = useMutation({
    mutationFn: async (userId: string) => await call(loginAsUser, { query: { userId } }),
    onSuccess: async (session) => {
      await enter(client, session)
      await navigate({
        to: session.user.role === 'client' ? '/my-boxes' : '/stocks',
        ignoreBlocker: true,
      })
    },
  })
  return {
    may: (target) =>
      me?.role === 'superUser' &&
      me.impersonatedBy == null &&
      target.id !== me.id &&
      target.role !== 'superUser',
    ask: async (target) => {
      // Before the session changes: afterwards nothing that was typed as the one before can be saved.
      if (!(await mayLeave())) return
      const name = target.displayName
      if (await confirm({ title: t('title', { name }), text: t('text'), yes: t('yes') }))
        take.mutate(target.id)
    },
  }
}
