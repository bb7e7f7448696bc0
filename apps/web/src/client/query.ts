import {
  CancelledError,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type EnsureQueryDataOptions,
  type QueryKey,
} from '@tanstack/react-query'
import type { AnyEndpoint, Answer } from '@stowage/api/endpoint'
import { isApiError, LeftSession } from './api-error.ts'
import { call, type Input, type InputArguments } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly quiet?: boolean }
    /** `silent`: the screen says the failure itself, no toast. `quiet`: not counted for the full-screen spinner. */
    mutationMeta: { readonly silent?: boolean; readonly quiet?: boolean }
  }
}

/**
 * The key under which answers of an endpoint are kept: module, call, input. `keyOf(listStocks)` without input is the prefix
 * of all of that call; `['catalog']` of a whole module.
 */
export function keyOf<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): readonly unknown[] {
  const call = [endpoint.module, `${endpoint.method} ${endpoint.path}`]
  return input === undefined ? call : [...call, input]
}

/** For `useQuery`, `useSuspenseQuery` and loaders: `useQuery(queryOf(getBox, { params: { id } }))`. */
export function queryOf<E extends AnyEndpoint>(endpoint: E, ...[input]: InputArguments<E>) {
  return queryOptions<Answer<E>>({
    queryKey: [...keyOf(endpoint), input ?? {}],
    queryFn: async ({ signal }) =>
      await call<E>(endpoint, ...([input, { signal }] as unknown as [...InputArguments<E>])),
  })
}

/**
 * What is kept, or asked for now: for guards, which wait for it before there is a page. Whoever signs in or out meanwhile, in another tab
 * or because the session had ended, drops all that is being asked; here it is asked again, as whoever is here by then.
 */
export async function ensureAnswer<Data, Key extends QueryKey>(
  client: QueryClient,
  query: EnsureQueryDataOptions<Data, Error, Data, Key>,
): Promise<Data> {
  for (;;) {
    try {
      return await client.ensureQueryData(query)
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error
    }
  }
}

/** @param onFailure says a write that failed where the screen does not say it itself */
export function createQueryClient(onFailure: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // Who did it is gone; it says nothing to who is here now.
        if (mutation.meta?.silent !== true && !(error instanceof LeftSession)) onFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        // Failures are shown with a button, also those of a lost network; 4xx would not get better by asking again.
        networkMode: 'always',
        retry: (count, error) =>
          count < 2 &&
          isApiError(error) &&
          // What the last person asked is asked as who is here now.
          (error.isNetwork || error.status === 503 || error instanceof LeftSession),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
