import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

export const HeaderCenterSlot = createContext<HTMLElement | null>(null)

/** Puts something into the middle of the header while a page is shown: the steps of the booking (picture 03). */
export function HeaderCenter({ children }: { readonly children: ReactNode }) {
  const slot = use(HeaderCenterSlot)
  return slot === null ? null : createPortal(children, slot)
}
