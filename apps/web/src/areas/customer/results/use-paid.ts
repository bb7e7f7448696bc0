import { useQuery } from '@tanstack/react-query'
import { paymentState } from '@stowage/api/billing'
import { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf, useUser } from '../../../client/index.ts'

export type PaymentState = Answer<typeof paymentState>
type User = ReturnType<typeof useUser>

/** What can be said of a payment. */
export type Stand =
  /** Nobody can be asked: a visitor without a session, or an address that names no payment. */
  | 'plain'
  /** It is being asked, or the bank has not decided. */
  | 'waiting'
  /** The question failed, or there is no such payment. */
  | 'unknown'
  | 'failed'
  /** All of the money went back to who had paid it. */
  | 'refunded'
  | 'paid'

/** Each by its own name: a state that comes to the list later is not taken for "paid". */
const standOfStatus: Readonly<Record<PaymentState['status'], Stand>> = {
  created: 'waiting',
  pending: 'waiting',
  failed: 'failed',
  cancelled: 'failed',
  refunded: 'refunded',
  succeeded: 'paid',
}

/** What was asked about a payment, so far. "Paid" is said where the payment says so, and nowhere else. */
export function standOf(asked: {
  /** The address names one. */
  readonly isNamed: boolean
  readonly user: User
  readonly payment: Pick<PaymentState, 'status'> | undefined
  readonly error: unknown
}): Stand {
  const { isNamed, user, payment, error } = asked
  if (!isNamed || user === null) return 'plain'
  if (payment === undefined) return error === null ? 'waiting' : 'unknown'
  return standOfStatus[payment.status]
}

const askAgainMs = 2000
/** After some minutes nobody waits before the page any more. */
const askAtMost = 150

/**
 * A payment and the contract it was for, asked about until both are decided; nothing for a visitor without a session.
 * `again` asks once more, after a question that failed.
 */
export function usePaid(search: {
  readonly payment?: string | undefined
  readonly contractId?: string | undefined
}) {
  const user = useUser()
  const mayAsk = user != null
  const asked = useQuery({
    ...queryOf(paymentState, { params: { paymentId: search.payment ?? '' } }),
    enabled: mayAsk && search.payment !== undefined,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < (isUndecided(data?.status) ? askAtMost : isCardToCome(data) ? 15 : 0)
        ? askAgainMs
        : false,
    meta: { quiet: true },
  })
  const payment = asked.data
  const contractId = search.contractId ?? payment?.contractId ?? undefined
  const isPaid = payment?.status === 'succeeded'
  const contract = useQuery({
    ...queryOf(getContract, { params: { contractId: contractId ?? '' } }),
    enabled: mayAsk && contractId !== undefined && !isUndecided(payment?.status),
    // The money is in; the contract follows within moments. One that runs already does not show whether it has followed.
    refetchInterval: ({ state }) =>
      isPaid && state.dataUpdateCount < (state.data?.status === 'pending' ? 15 : 3) ? askAgainMs : false,
    meta: { quiet: true },
  }).data
  return {
    payment,
    contract,
    stand: standOf({ isNamed: search.payment !== undefined, user, payment, error: asked.error }),
    error: asked.error,
    again: () => void asked.refetch(),
  }
}

function isUndecided(status: string | undefined): boolean {
  return status === 'created' || status === 'pending'
}

/** The money is in, and the processor has not told yet that it keeps the card. */
function isCardToCome(payment: PaymentState | undefined): boolean {
  return payment?.status === 'succeeded' && payment.purpose !== 'document' && !payment.isCardSaved
}
