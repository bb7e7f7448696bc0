import { useState } from 'react'
import type { ListedBox } from './boxes-query.ts'

export interface Selection {
  readonly count: number
  readonly ids: readonly string[]
  readonly has: (id: string) => boolean
  /** Of the boxes on the page, these and no others are selected; what is selected on other pages stays. */
  readonly onPage: (page: readonly ListedBox[], chosen: readonly ListedBox[]) => void
  readonly set: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** Boxes selected over the pages of a list. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    count: chosen.size,
    ids: [...chosen],
    has: (id) => chosen.has(id),
    onPage: (page, records) =>
      setChosen((known) => {
        const next = new Set(known)
        for (const { id } of page) next.delete(id)
        for (const { id } of records) next.add(id)
        return next
      }),
    set: (ids) => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}
