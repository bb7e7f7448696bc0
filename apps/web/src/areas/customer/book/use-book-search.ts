import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sizeGroups, type SizeGroup } from '@stowage/domain/box'

const route = getRouteApi('/wide/book')

export const views = ['plan', 'list', 'both'] as const
export type View = (typeof views)[number]
export const tabs = ['terms', 'documents', 'payment'] as const
export type Tab = (typeof tabs)[number]

/** What the address says; whoever typed nonsense into it has said nothing. */
export interface BookSearch {
  readonly stockId?: string | undefined
  readonly size?: SizeGroup | undefined
  readonly boxId?: string | undefined
  /** The name of a plan. */
  readonly floor?: string | undefined
  readonly view?: View | undefined
  readonly tab?: Tab | undefined
  /** The client a superUser books for. */
  readonly userId?: string | undefined
  /** Filters of the stocks. */
  readonly city?: string | undefined
  readonly q?: string | undefined
}

export interface Go {
  /** Changes the address; `push` makes a step that the browser's back button undoes. */
  (change: BookSearch, step?: 'push' | 'replace'): void
}

export function useBookSearch(): { readonly search: BookSearch; readonly go: Go } {
  const { stockId, size, boxId, floor, view, tab, userId, city, q } = route.useSearch()
  const navigate = route.useNavigate()
  const go = useCallback<Go>(
    (change, step = 'replace') => {
      void navigate({
        to: '.',
        search: (before) => merged(before, change),
        replace: step === 'replace',
        resetScroll: false,
      })
    },
    [navigate],
  )
  const known = <V extends string>(values: readonly V[], value: string | undefined): V | undefined =>
    values.find((one) => one === value)
  return {
    search: {
      stockId,
      boxId,
      floor,
      userId,
      city,
      q,
      size: known(sizeGroups, size),
      view: known(views, view),
      tab: known(tabs, tab),
    },
    go,
  }
}

/** As it stands in the address: text, and nothing where nothing is said. */
type Written = { [K in keyof BookSearch]?: string }

function merged(before: Written, change: BookSearch): Written {
  const said = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said)
}
