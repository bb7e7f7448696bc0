import { useQuery } from '@tanstack/react-query'
import { dayIn } from '../../ui/index.ts'
import { companyQuery } from './use-company.ts'

/**
 * Business time as the server keeps it (decision 7), in ms since 1970: what it said last, plus what has passed here since.
 * A phone whose own clock is wrong, and a clock moved by the demo's console, come out right.
 */
export function useBusinessNow(): () => number {
  const { data, dataUpdatedAt } = useQuery(companyQuery)
  const said = data === undefined ? null : Date.parse(data.businessNow)
  return () => (said === null ? Date.now() : said + (Date.now() - dataUpdatedAt))
}

/** Today at a place, YYYY-MM-DD: days are the stock's, wherever the reader is. */
export function useToday(timeZone: string): string {
  return dayIn(useBusinessNow()(), timeZone)
}
