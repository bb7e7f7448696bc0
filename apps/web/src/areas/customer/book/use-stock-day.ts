import { arrivalWindow } from '../../../features/booking/index.ts'
import { useToday } from '../../../features/catalog/index.ts'

/** The days on which a rental may begin, by the stock's own calendar and the business clock, which the demo may move. */
export function useArrivalWindow(timeZone: string): { readonly first: string; readonly last: string } {
  return arrivalWindow(useToday(timeZone))
}
