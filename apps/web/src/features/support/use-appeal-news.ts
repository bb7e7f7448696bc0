import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listAppeals } from '@stowage/api/support'
import { call, keyOf, useRealtime, type CurrentUser } from '../../client/index.ts'
import { allows, needs } from '../accounts/index.ts'
import { closeToastOf, closeToastsWhere, toast, toastKeys } from '../../ui/index.ts'

const callKey = (id: string): string => `call ${id}`
const isCall = (key: string): boolean => key.startsWith('call ')

/** The module's part of the key of a call: all that was read of requests. */
const supportKey = keyOf(listAppeals).slice(0, 1)

/**
 * What staff hear of requests while they work: who wants to be called stays at the top until it is closed or a colleague has
 * handled it (specification 2.13); lists and the badge are read again.
 */
export function useAppealNews(user: CurrentUser | null | undefined): void {
  const t = useTranslations('shell')
  const client = useQueryClient()
  const again = (): void => void client.invalidateQueries({ queryKey: supportKey })
  useRealtime('APPEAL_ADDED', ({ id, phone, name, type }) => {
    again()
    if (!user || user.role === 'client' || type !== 'callback') return
    toast({
      key: callKey(id),
      tone: 'blue',
      place: 'top',
      ms: 0,
      title: t('callRequest.title', { phone }),
      text: t('callRequest.name', { name }),
    })
  })
  useRealtime('APPEAL_HANDLED', ({ id }) => {
    closeToastOf(callKey(id))
    again()
  })
  useRealtime('APPEAL_REOPENED', again)
  // What was handled while the line was lost was not told here: who may look, looks which calls still wait.
  useRealtime('RECONNECTED', () => {
    if (!allows(user, needs.appeals) || !toastKeys().some(isCall)) return
    const query = { status: 'pending', type: 'callback', page: '1' } as const
    call(listAppeals, { query }).then(
      (answer) => {
        const waiting = new Set(('items' in answer ? answer.items : answer).map(({ id }) => callKey(id)))
        closeToastsWhere((key) => isCall(key) && !waiting.has(key))
      },
      // They stay until they are closed.
      () => undefined,
    )
  })
  useRealtime('BOX_FREE_FOR_WAITING', ({ stockId, stockName, size, waiting }) => {
    again()
    toast({
      key: `free ${stockId} ${size}`,
      tone: 'blue',
      ms: 12_000,
      title: stockName,
      text: t('support.freeBox', { size: size.toUpperCase(), waiting }),
    })
  })
}
