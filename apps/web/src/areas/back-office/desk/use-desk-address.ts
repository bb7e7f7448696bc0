import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageIn } from '../page-in.ts'
import type { DeskGiven, DeskWanted } from './desk-query.ts'

/** A list of the desk as its address asks for it. */
export interface DeskAddress<W> {
  /** From 1. */
  readonly page: number
  readonly wanted: W
  /** Changes what is asked for; another search or order begins on its first page. */
  readonly go: (next: DeskGiven, page?: number) => void
}

/** @param read what of the address means something; see desk-query.ts */
export function useDeskAddress<W extends DeskWanted>(
  path: '/debtors' | '/invoice-emails' | '/ending-contracts' | '/penalties' | '/subscriptions',
  read: (given: DeskGiven) => W,
): DeskAddress<W> {
  const navigate = useNavigate()
  const { page: pageText, ...given } = useSearch({ from: `/inside${path}` })
  const wanted = read(given)
  const go = (next: DeskGiven, page = 1): void =>
    void navigate({
      to: path,
      // Onto the address as it will be: a list may be chosen while the answer to a search still comes.
      search: (before: DeskGiven) => ({
        ...read({ ...before, ...next }),
        ...(page === 1 ? {} : { page: String(page) }),
      }),
      // Every letter of a search is no page to come back to.
      replace: 'search' in next,
    })
  return { page: pageIn(pageText), wanted, go }
}
