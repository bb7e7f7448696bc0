import { useEffect, useState } from 'react'
import { useUser, type CurrentUser } from '../../../../client/index.ts'
import {
  choicesFor,
  fitChoices,
  freshChoices,
  keepChoices,
  keptChoices,
  useLease,
  useQuote,
  type BookingChoices,
  type HeldChoices,
  type OwnHold,
} from '../../../../features/booking/index.ts'
import type { BookSearch, Go } from '../use-book-search.ts'
import { useArrivalWindow } from '../use-stock-day.ts'
import type { Stock, StockBox } from '../use-stock-boxes.ts'
import { openTab, type Booker } from './open-tab.ts'

export interface DrawerInput {
  readonly stock: Stock
  readonly box: StockBox
  readonly hold: OwnHold | undefined
  readonly search: BookSearch
  readonly go: Go
  /** The box went to somebody else: leaves it and says so. */
  readonly onTaken: () => void
}

/** All that the tabs of the drawer share. */
export function useWizard(input: DrawerInput) {
  const { stock, box, search } = input
  const user = useUser()
  const window = useArrivalWindow(stock.timeZone)
  const owner = user === undefined ? undefined : (user?.id ?? null)
  const [held, setHeld] = useState<HeldChoices>(() => ({
    owner,
    choices: keptChoices(owner) ?? freshChoices,
  }))
  if (owner !== undefined && held.owner !== owner) setHeld(choicesFor(held, owner))
  const choices = fitChoices(held.choices, stock, window)
  const change = (changes: Partial<BookingChoices>): void =>
    setHeld({ ...held, choices: { ...choices, ...changes } })
  useEffect(() => {
    if (held.owner !== undefined) keepChoices(held.owner, held.choices)
  }, [held])

  const booker = bookerOf(user)
  const clientId = booker === 'superUser' ? search.userId : undefined
  const asked = useQuote(box.id, choices, clientId)
  const lease = useLease(box.id, choices, asked, booker === 'client' ? (user?.id ?? null) : null)
  const { agreed } = choices
  const hash = lease.data?.textHash
  const isAgreed =
    hash !== undefined &&
    agreed.textHash === hash &&
    agreed.documents &&
    agreed.isAdult &&
    agreed.name.trim() !== ''
  const hasDocuments =
    user != null && user.missingDocuments.length === 0 && user.rejectedDocuments.length === 0
  return {
    ...input,
    user,
    booker,
    window,
    choices,
    change,
    clientId,
    lease,
    isAgreed,
    hasDocuments,
    ...asked,
    tab: openTab(search.tab, {
      booker,
      hasTerms: choices.arrivalDate !== null,
      mayPay: isAgreed && hasDocuments,
    }),
  }
}

export type Wizard = ReturnType<typeof useWizard>

function bookerOf(user: CurrentUser | null | undefined): Booker {
  if (!user) return 'visitor'
  return user.role === 'client' ? 'client' : user.role === 'superUser' ? 'superUser' : 'staff'
}
