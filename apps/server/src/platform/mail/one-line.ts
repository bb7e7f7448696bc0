/** Longer subjects are cut by mail programs anyway; a name from an import may have any length. */
const LONGEST = 300

/** Marks and overrides of direction: they turn what stands behind them around, "fdp.exe" into "exe.pdf". */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Seen by nobody, and so a second name in the first one. The joiners of emoji and of Persian (200c, 200d) are writing. */
const UNSEEN = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu
/** What mail programs decode: a name of this form would be read as another one. */
const ENCODED = /=\?/g

/**
 * A text that somebody typed as one line of a mail's head, or in its greeting: line ends and control characters would begin a header of
 * their own, and what nobody sees would make the line say something else. Letters stay as they are, whatever their alphabet.
 */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(TURNING, '')
    .replace(UNSEEN, '')
    .replace(ENCODED, '= ?')
    .trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).toWellFormed()}…`
}
