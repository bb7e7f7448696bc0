import { useQuery } from '@tanstack/react-query'
import { paymentState } from '@stowage/api/billing'
import { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf, useUser } from '../../../client/index.ts'

export type PaymentState = Answer<typeof paymentState>

const askAgainMs = 2000
/** After some minutes nobody waits before the page any more. */
const askAtMost = 150

/** A payment and the contract it was for, asked about until both are decided; nothing for a visitor without a session. */
export function usePaid(search: {
  readonly payment?: string | undefined
  readonly contractId?: string | undefined
}) {
  const mayAsk = useUser() != null
  const payment = useQuery({
    ...queryOf(paymentState, { params: { paymentId: search.payment ?? '' } }),
    enabled: mayAsk && search.payment !== undefined,
    refetchInterval: ({ state }) =>
      isUndecided(state.data?.status) && state.dataUpdateCount < askAtMost ? askAgainMs : false,
    meta: { quiet: true },
  }).data
  const contractId = search.contractId ?? payment?.contractId ?? undefined
  const isPaid = payment?.status === 'succeeded'
  const contract = useQuery({
    ...queryOf(getContract, { params: { contractId: contractId ?? '' } }),
    enabled: mayAsk && contractId !== undefined && !isUndecided(payment?.status),
    // The money is in; the contract follows within moments.
    refetchInterval: ({ state }) =>
      isPaid && state.data?.status === 'pending' && state.dataUpdateCount < 15 ? askAgainMs : false,
    meta: { quiet: true },
  }).data
  return { payment, contract }
}

export function isUndecided(status: string | undefined): boolean {
  return status === 'created' || status === 'pending'
}

export function isFailed(status: string | undefined): boolean {
  return status === 'failed' || status === 'cancelled'
}
