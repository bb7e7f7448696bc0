/**
 * The instant at which a clock on a wall shows an hour of a day, ISO UTC. Browsers have no Temporal everywhere: the zone's
 * offset is asked of Intl, twice, since the first guess may lie on the other side of a change to or from summer time.
 * @param day YYYY-MM-DD
 */
export function instantAt(day: string, hour: number, timeZone: string): string {
  const wall = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const guess = wall - offsetAt(wall, timeZone)
  return new Date(wall - offsetAt(guess, timeZone)).toISOString()
}

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
function offsetAt(instantMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const part = Object.fromEntries(
    format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
  )
  const shown = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  )
  return shown - Math.floor(instantMs / 1000) * 1000
}
