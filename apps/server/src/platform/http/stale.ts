/**
 * Whether somebody else has changed a record since the caller read it (decisions.md A4, 9109): what he sends as `updated` is
 * not what is stored. Who sends none is not asked.
 */
export function isStale(stored: Temporal.Instant | null, sent: string | null | undefined): boolean {
  if (sent === undefined) return false
  if (sent === null || stored === null) return (sent === null) !== (stored === null)
  return Date.parse(sent) !== stored.epochMilliseconds
}
