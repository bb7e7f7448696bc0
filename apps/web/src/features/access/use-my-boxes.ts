import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { myBoxes } from '@stowage/api/access'
import { isApiError, keep, kept, queryOf } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { packLastKnown, unpackLastKnown } from './last-known.ts'
import type { MyStock } from './my-box.ts'

const keptName = 'myBoxes'
/** Opening hours and free days run out while the page is open. */
const againMs = 60_000
/** In a cellar a call may hang for a minute; the last known state is better than waiting for it. */
const slowMs = 2_000

interface MyBoxesState {
  /** Undefined until something can be shown. */
  readonly stocks: readonly MyStock[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
  /** Set when what is shown is not fresh: since when, ms since 1970. */
  readonly staleSince: number | null
}

/** The boxes of an account with what opening would answer now; without a network, how they stood when there was one. */
export function useMyBoxes(userId: string): MyBoxesState {
  // The server's sentences are in the reader's language: another language is another answer.
  const { language } = useLanguage()
  const asked = queryOf(myBoxes, { params: { userId } })
  const { data, dataUpdatedAt, error, refetch, isPending } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, language],
    refetchInterval: againMs,
  })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  useEffect(() => {
    if (data !== undefined) keep(keptName, packLastKnown({ userId, at: dataUpdatedAt, stocks: data }))
  }, [data, dataUpdatedAt, userId])

  const isCutOff = isApiError(error) && (error.isNetwork || error.status >= 502)
  const needsLast = data === undefined && (isCutOff || isSlow)
  const last = useMemo(
    () => (needsLast ? unpackLastKnown(kept(keptName), userId) : null),
    [needsLast, userId],
  )
  return {
    stocks: data ?? last?.stocks,
    error,
    refetch,
    staleSince: data === undefined ? (last?.at ?? null) : error !== null ? dataUpdatedAt : null,
  }
}
