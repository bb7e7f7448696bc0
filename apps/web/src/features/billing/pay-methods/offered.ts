import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Answer } from '@stowage/api/endpoint'
import { listPayMethods } from '@stowage/api/payments'
import { queryOf } from '../../../client/index.ts'

export type OfferedMethod = Answer<typeof listPayMethods>[number]

/** As long as a stock is not known to offer more: what every stock with a processor has. */
export const plainCard: OfferedMethod = { method: 'card', processor: 'paykeeper' }

const query = (stockId: string) => ({
  ...queryOf(listPayMethods, { query: { stockId } }),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
})

/** Those that lead to a page where it is paid; a transfer is made at one's own bank. */
export const onlineMethods = (offered: readonly OfferedMethod[]): OfferedMethod[] =>
  offered.filter(({ method }) => method !== 'bankTransfer')

/**
 * What to choose from before paying: nothing where there is one online way, since there is nothing to choose; with several of
 * them all that the stock offers, the transfer last.
 */
export const toChooseFrom = (offered: readonly OfferedMethod[]): readonly OfferedMethod[] =>
  onlineMethods(offered).length > 1 ? offered : []

/** How can be paid at a stock. While that is not known, or cannot be asked, nobody is kept from paying by card. */
export async function methodsOf(client: QueryClient, stockId: string): Promise<readonly OfferedMethod[]> {
  try {
    return await client.fetchQuery(query(stockId))
  } catch {
    return [plainCard]
  }
}

/** The same for a screen that shows them beforehand; empty until they are known. */
export function usePayMethods(stockId: string, isAsked: boolean): readonly OfferedMethod[] {
  return useQuery({ ...query(stockId), enabled: isAsked }).data ?? []
}
