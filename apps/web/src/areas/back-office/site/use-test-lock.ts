import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { siteDoors, testLock } from '@stowage/api/sites'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, useErrorText } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'

/** Tries locks one at a time; what the site answered is said beside each. */
export function useTestLock(stock: Stock) {
  const t = useTranslations('site.try')
  const client = useQueryClient()
  const errorText = useErrorText()
  const [results, setResults] = useState<ReadonlyMap<string, string>>(new Map())
  const say = (lockId: string, text: string): void => setResults((known) => new Map(known).set(lockId, text))
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (lockId: string) =>
      await call(testLock, { params: { id: stock.id }, body: { lockId } }),
    meta: { silent: true },
    onSuccess: ({ result, ms }, lockId) => say(lockId, t(`result.${result}`, { ms })),
    onError: (error, lockId) => say(lockId, errorText(error).text),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(siteDoors) }),
  })
  const ask = async (door: { readonly lockId: string; readonly name?: string | null | undefined }) => {
    if (isPending) return
    const yes = await confirm({
      title: t('title', { door: door.name ?? door.lockId }),
      text: t('text', { lock: door.lockId }),
      yes: t('yes'),
    })
    if (yes) mutate(door.lockId)
  }
  return { ask, busyId: isPending ? variables : null, results }
}
