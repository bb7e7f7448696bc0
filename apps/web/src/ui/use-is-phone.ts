import { useMediaQuery } from '@mantine/hooks'

/** The width below which screens stand in one column; the same as in the style sheets. */
const phone = '(max-width: 48em)'

/** For what differs in more than looks; looks alone are the style sheet's. */
export function useIsPhone(): boolean {
  return useMediaQuery(phone, false, { getInitialValueInEffect: false })
}
