import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listAppeals, offerBox, reopenAppeal } from '@stowage/api/support'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'

/** All that is shown of requests is read again, also where the deed failed: a colleague may have been first. */
export function useReadAppeals(): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries({ queryKey: keyOf(listAppeals).slice(0, 1) })
}

/** Takes a request up again, after a question. */
export function useReopen() {
  const t = useTranslations('support.handle')
  const onSettled = useReadAppeals()
  const mutation = useMutation({
    mutationFn: async (id: string) => await call(reopenAppeal, { params: { id } }),
    onSuccess: () => toast({ text: t('undone'), ms: savedMs }),
    onSettled,
  })
  const run = async (id: string, name: string): Promise<void> => {
    if (mutation.isPending) return
    if (await confirm({ title: t('undoTitle'), text: t('undoText', { name }), yes: t('undo') }))
      mutation.mutate(id)
  }
  return { run, isBusy: mutation.isPending }
}

/** Writes to who waits that a box is free, after a question. */
export function useOffer() {
  const t = useTranslations('support.waiting')
  const onSettled = useReadAppeals()
  const mutation = useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) => await call(offerBox, { params: { id } }),
    onSuccess: (_answer, { name }) => toast({ text: t('offered', { name }), ms: savedMs }),
    onSettled,
  })
  const run = async (id: string, name: string): Promise<void> => {
    if (mutation.isPending) return
    if (await confirm({ title: t('offerTitle', { name }), text: t('offerText'), yes: t('offer') }))
      mutation.mutate({ id, name })
  }
  return { run, isBusy: mutation.isPending }
}
