import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { contractAccess } from '@stowage/api/access'
import { unblockUser } from '@stowage/api/accounts'
import { call, keyOf } from '../../client/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { accountQuery } from './account-query.ts'

/** Somebody whose doors staff may close. */
export interface Blockable {
  readonly id: string
  readonly name: string
}

/** Reads anew what shows whether somebody is kept out. */
export function useBlockChanged(id: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: accountQuery(id).queryKey })
    await client.invalidateQueries({ queryKey: keyOf(contractAccess) })
  }
}

/** Lets somebody in again, after asking. */
export function useUnblock({ id, name }: Blockable) {
  const t = useTranslations('accounts.block')
  const changed = useBlockChanged(id)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(unblockUser, { params: { id } }),
    onSuccess: async () => {
      toast({ text: t('unblocked', { name }) })
      await changed()
    },
  })
  const ask = async (): Promise<void> => {
    if (isPending) return
    if (await confirm({ title: t('unblockTitle', { name }), text: t('unblockText'), yes: t('unblock') }))
      mutate()
  }
  return { ask, isBusy: isPending }
}
