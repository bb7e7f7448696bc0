/**
 * A table as CSV for spreadsheets: a semicolon between cells and a byte order mark, so that the ones of our languages open it
 * rightly; every cell in quotes.
 */
export function csv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}

/** A spreadsheet runs a cell that begins like a formula, whoever typed it: such a cell becomes text by an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
