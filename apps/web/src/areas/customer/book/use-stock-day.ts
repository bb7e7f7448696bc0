import { useQuery } from '@tanstack/react-query'
import { arrivalWindow, dayAt } from '../../../features/booking/index.ts'
import { companyQuery } from '../../../features/catalog/index.ts'

/** The days on which a rental may begin, by the stock's own calendar and the business clock, which the demo may move. */
export function useArrivalWindow(timeZone: string): { readonly first: string; readonly last: string } {
  const { data, dataUpdatedAt } = useQuery(companyQuery)
  const now = data === undefined ? Date.now() : Date.parse(data.businessNow) + (Date.now() - dataUpdatedAt)
  return arrivalWindow(dayAt(now, timeZone))
}
