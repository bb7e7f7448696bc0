import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ignoreBankEntry, noteBankPayout, settleBankEntry, undoBankEntry } from '@stowage/api/bank'
import { answeredOnce, call, isApiError } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Entry } from './bank.ts'

export interface Settlement {
  readonly shares: readonly { readonly documentId: string; readonly amount: number }[]
  readonly balance?: { readonly accountId: string; readonly amount: number }
  /** Who gets it, for the words afterwards; several: nobody in particular. */
  readonly name?: string
}

type Deed =
  | ({ readonly do: 'settle' } & Settlement)
  | { readonly do: 'ignore'; readonly reason: string }
  | { readonly do: 'payout'; readonly payoutId: string }
  | { readonly do: 'undo' }

/** What staff decide of one movement. Each is done once whatever the connection does; a decision of somebody else meanwhile is shown. */
export function useEntryDeeds(entry: Entry, onDone?: () => void) {
  const t = useTranslations('bank')
  const format = useFormat()
  const client = useQueryClient()
  const { mutate, isPending, error, variables } = useMutation({
    meta: { silent: true },
    mutationFn: async (deed: Deed) =>
      await answeredOnce(['bank', entry.id, entry.updated, deed], async (idempotencyKey) =>
        send(entry, deed, idempotencyKey),
      ),
    onSuccess: (_answer, deed) => {
      toast({ text: said(deed) })
      onDone?.()
    },
    onError: (failure) => {
      if (isApiError(failure, 9109) || isApiError(failure, 9152))
        toast({ text: t('done.changed'), tone: 'red' })
    },
    // Also after a refusal: what was shown is not how it stands.
    onSettled: async () => await client.invalidateQueries(),
  })
  const amount = format.money({ amount: entry.amount, currency: entry.currency })
  const said = (deed: Deed): string => {
    if (deed.do === 'ignore') return t('done.ignored')
    if (deed.do === 'payout') return t('done.noted')
    if (deed.do === 'undo') return t('done.undone')
    return deed.name === undefined
      ? t('done.split', { amount })
      : t('done.settled', { amount, name: deed.name })
  }
  return {
    settle: (settlement: Settlement): void => mutate({ do: 'settle', ...settlement }),
    ignore: (reason: string): void => mutate({ do: 'ignore', reason }),
    isPayout: (payoutId: string): void => mutate({ do: 'payout', payoutId }),
    undo: async (): Promise<void> => {
      const text = entry.state === 'settled' ? t('dialog.undoText') : t('dialog.undoTextPlain')
      if (await confirm({ title: t('dialog.undoTitle'), text, yes: t('dialog.undo'), danger: true }))
        mutate({ do: 'undo' })
    },
    isBusy: isPending,
    /** Which document is being paid just now. */
    busyDocument:
      isPending && variables.do === 'settle' && variables.shares.length === 1
        ? variables.shares[0]?.documentId
        : undefined,
    error,
  }
}

async function send({ id, updated }: Entry, deed: Deed, idempotencyKey: string): Promise<Entry> {
  const options = { idempotencyKey }
  const params = { id }
  const seen = { updated: updated ?? null }
  switch (deed.do) {
    case 'settle':
      return await call(
        settleBankEntry,
        { params, body: { ...seen, shares: [...deed.shares], balance: deed.balance ?? null } },
        options,
      )
    case 'ignore':
      return await call(ignoreBankEntry, { params, body: { ...seen, reason: deed.reason } }, options)
    case 'payout':
      return await call(noteBankPayout, { params, body: { ...seen, payoutId: deed.payoutId } }, options)
    case 'undo':
      return await call(undoBankEntry, { params, body: seen }, options)
  }
}
