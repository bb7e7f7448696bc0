import { useMediaQuery } from '@mantine/hooks'

/** Under it plan or list, never both (specification 9). */
const narrow = '(max-width: 899px)'
/** A drawer would cover all of a phone: a sheet comes first. */
const phone = '(max-width: 500px)'
/** From here on the drawer stands beside the plan instead of over it. */
const docked = '(min-width: 1200px)'

/** How much room the window gives. */
export function useRoom() {
  const now = { getInitialValueInEffect: false }
  return {
    isNarrow: useMediaQuery(narrow, undefined, now),
    isPhone: useMediaQuery(phone, undefined, now),
    isDocked: useMediaQuery(docked, undefined, now),
  }
}
