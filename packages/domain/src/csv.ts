/**
 * Tables that people open in a spreadsheet: written so that no cell is run as a formula, read as spreadsheets of all our
 * countries write them. Safe for the browser.
 */

/**
 * What some spreadsheet takes for a formula (OWASP, "CSV injection"): the signs, also full-width or as another minus, alone or
 * behind what nobody sees, and the breaks that begin a new cell where one is read carelessly. A quotation mark in front of it
 * is how people say "this is text".
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝﹦＋﹢－﹣−＠﹫])/u

/** A cell that begins like a formula gets a ' in front (and one that has it already one more, so that reading gives it back). */
export function safeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** A cell as it was before `safeCell`. */
export function plainCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

export type CsvDelimiter = ';' | ',' | '\t'

/** Rows as CSV with the mark by which spreadsheets know UTF-8; lines end as RFC 4180 wants. */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: CsvDelimiter = ';'): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(safeCell(cell))).join(delimiter))
  return `\u{FEFF}${lines.map((line) => `${line}\r\n`).join('')}`
}

/** Quoted wherever another delimiter or a space at the edge could change what is read. */
function quoted(cell: string): string {
  return /[";,\t\r\n]|^\s|\s$/.test(cell) || cell === '' ? `"${cell.replaceAll('"', '""')}"` : cell
}

export interface CsvRow {
  /** Of the file, from 1, where the row begins. */
  readonly line: number
  readonly cells: readonly string[]
  /** Its last cell begins with a quotation mark that nothing closes: whatever came behind it is in that cell. */
  readonly isOpen?: true
}

/**
 * Reads CSV with whichever of ; tab and , its first line uses most, quoted cells with line breaks included. Empty lines are
 * left out. Never fails: an open quote ends with the text, and its row says so.
 */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.startsWith('\u{FEFF}') ? text.slice(1) : text
  const delimiter = delimiterOf(source)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let wasQuoted = false
  // Kept along: asking a long cell at each of its quotation marks would take hours for a file of megabytes.
  let isBlank = true
  let [line, begins] = [1, 1]
  const endCell = (): void => {
    cells.push(plainCell(wasQuoted ? cell : cell.trim()))
    cell = ''
    wasQuoted = false
    isBlank = true
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one !== ''))
      rows.push({ line: begins, cells, ...(isQuoted ? { isOpen: true as const } : {}) })
    cells = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!
    const isBreak = char === '\n' || (char === '\r' && source[at + 1] !== '\n')
    if (isBreak) line += 1
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (char === '"' && isBlank && !wasQuoted) {
      cell = ''
      isQuoted = true
      wasQuoted = true
    } else if (char === delimiter) endCell()
    else if (isBreak) {
      endRow()
      begins = line
    } else if (char !== '\r') {
      cell += char
      if (isBlank) isBlank = char.trim() === ''
    }
  }
  if (cell !== '' || wasQuoted || cells.length > 0) endRow()
  return rows
}

function delimiterOf(text: string): CsvDelimiter {
  const counts = { ';': 0, '\t': 0, ',': 0 }
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '\n' || char === '\r') {
      if (counts[';'] + counts['\t'] + counts[','] > 0) break
    } else if (char === ';' || char === '\t' || char === ',') counts[char] += 1
  }
  if (counts[';'] >= counts['\t'] && counts[';'] >= counts[',']) return ';'
  return counts['\t'] >= counts[','] ? '\t' : ','
}
