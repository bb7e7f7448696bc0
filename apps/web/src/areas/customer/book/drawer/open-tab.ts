import type { Tab } from '../use-book-search.ts'

/** Who books: a visitor may look at prices, a client books for himself, a superUser for a client, staff not at all. */
export type Booker = 'visitor' | 'client' | 'superUser' | 'staff'

/**
 * The tab that is shown for the one the address names (specification 4): the second needs day and term and somebody who is
 * signed in, the third consent and documents besides. Who books for others signs nothing, and the booking does not wait for
 * the client's documents (decision 13): only the door does.
 */
export function openTab(
  wanted: Tab | undefined,
  has: { booker: Booker; hasTerms: boolean; mayPay: boolean },
): Tab {
  if (wanted === undefined || wanted === 'terms' || !has.hasTerms || has.booker === 'visitor') return 'terms'
  return wanted === 'payment' && has.booker === 'client' && !has.mayPay ? 'documents' : wanted
}
