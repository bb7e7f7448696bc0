/** What stands in the calendar entry of a move-in. */
export interface MoveIn {
  readonly uid: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly title: string
  readonly place: string
}

/** An iCalendar file of one whole day (RFC 5545): commas, semicolons and line ends are escaped, lines at most 75 bytes. */
export function calendarFile({ uid, day, title, place }: MoveIn, stampMs: number): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const plain = (text: string): string =>
    text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')
  const compact = (text: string): string => text.replace(/-/g, '')
  const stamp = new Date(stampMs).toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stowage//Booking//EN',
    'BEGIN:VEVENT',
    `UID:${plain(uid)}@stowage`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(next)}`,
    `SUMMARY:${plain(title)}`,
    `LOCATION:${plain(place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** Longer lines go on in the next, which begins with a space; letters are never cut in two. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const letter of line) {
    const length = encoder.encode(letter).length
    if (bytes + length > 74) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += length
  }
  return folded
}
