import { useQueryClient } from '@tanstack/react-query'

/**
 * After something of the catalog was written: everything that shows it is read anew, what is on the page at once and the rest
 * when it is next looked at. A box, a city, a rate stands on many pages, of several modules; one that went on with the old
 * record would meet the person's own change as somebody else's (9109).
 */
export function useReadAnew(): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries()
}
