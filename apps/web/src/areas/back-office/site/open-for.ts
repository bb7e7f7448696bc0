/** How long a door has been open, in whole minutes; never less than nothing, whatever the clocks say. */
export function openFor(since: string, now: string): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
