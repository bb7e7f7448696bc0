import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { issuePenalty } from '@stowage/api/billing'
import { answeredOnce, call, isApiError } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, toast, useErrorText } from '../../../ui/index.ts'
import type { LateContract } from './desk-query.ts'

/**
 * Issues the first penalty invoices of a contract, once that is confirmed. The sum that the question named travels along: where
 * another one is due by now, nothing is issued and the list is read anew.
 */
export function useIssuePenalty() {
  const t = useTranslations('desk.penalties')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, firstPenalty }: LateContract) =>
      await answeredOnce(
        ['issuePenalty', id, firstPenalty],
        async (idempotencyKey) =>
          await call(issuePenalty, { body: { contractId: id, amount: firstPenalty } }, { idempotencyKey }),
      ),
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('issued') })
      await client.invalidateQueries()
    },
    onError: async (error) => {
      const isStale = isApiError(error, 9109)
      toast({ text: isStale ? t('otherAmount') : errorText(error).text, tone: 'red' })
      if (isApiError(error)) await client.invalidateQueries()
    },
  })
  const issue = async (contract: LateContract): Promise<void> => {
    const { firstPenalty, currency, userInfo } = contract
    if (firstPenalty == null) return
    const yes = await confirm({
      title: t('issueTitle', { amount: format.money({ amount: firstPenalty, currency }) }),
      text: t('issueText', { client: userInfo.fullName }),
      yes: t('issue'),
    })
    if (yes) mutate(contract)
  }
  return { issue, busyId: isPending ? variables.id : null }
}
