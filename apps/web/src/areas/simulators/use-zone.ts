/** The time zone of the person at the console. */
export function useZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
