import { packZip } from './pack-zip.ts'

/** How a column is written; `percent` of hundredths, `day` of YYYY-MM-DD. */
export type XlsxKind = 'text' | 'count' | 'decimal' | 'money' | 'percent' | 'day'

export interface XlsxTable {
  /** Of the sheet. */
  readonly name: string
  readonly columns: readonly { readonly title: string; readonly kind: XlsxKind }[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in `cellXfs` of the styles. */
const STYLES: Readonly<Record<XlsxKind | 'title', number>> = {
  text: 0,
  title: 1,
  count: 2,
  decimal: 3,
  money: 4,
  percent: 5,
  day: 6,
}
const formats = [
  [0, 0],
  [0, 1],
  [3, 0],
  [164, 0],
  [4, 0],
  [165, 0],
  [14, 0],
]

/**
 * One table as a workbook of Excel (ECMA-376). Words are words: they stand in cells of that type, where nothing is run as a
 * formula whatever it begins with; figures are figures, so that they can be added up.
 */
export async function writeXlsx(table: XlsxTable): Promise<Blob> {
  const parts = [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(table.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', content: styles() },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(table) },
  ]
  const packed = await packZip(parts.map(({ name, content }) => ({ name, content: HEAD + content })))
  return new Blob([packed], { type: `${SHEET}.sheet` })
}

function styles(): string {
  const cells = formats
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join('')
  return `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.0"/><numFmt numFmtId="165" formatCode="0.0%"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${cells}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function sheet({ columns, rows }: XlsxTable): string {
  const widths = columns
    .map(({ title, kind }, index) => {
      const width = Math.min(40, Math.max(title.length + 2, kind === 'text' ? 18 : 12))
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')
  const titles = columns.map(({ title }, index) => words(`${letters(index)}1`, title, STYLES.title)).join('')
  const body = rows.map((row, index) => {
    const number = index + 2
    const cells = row.map((value, place) =>
      cell(`${letters(place)}${number}`, value, columns[place]?.kind ?? 'text'),
    )
    return `<row r="${number}">${cells.join('')}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${titles}</row>${body.join('')}</sheetData></worksheet>`
}

function cell(at: string, value: string | number | null, kind: XlsxKind): string {
  if (value === null) return ''
  const style = STYLES[kind]
  if (typeof value === 'number') {
    const written = kind === 'money' || kind === 'percent' ? value / 100 : value
    return `<c r="${at}" s="${style}"><v>${written}</v></c>`
  }
  const day = kind === 'day' ? serial(value) : null
  return day === null ? words(at, value, STYLES.text) : `<c r="${at}" s="${style}"><v>${day}</v></c>`
}

const words = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Days since the one that Excel counts from; null for what is no day. */
function serial(day: string): number | null {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? null : Math.round(ms / 86_400_000) + 25_569
}

/** 0 → A, 25 → Z, 26 → AA. */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

// What XML 1.0 does not know even escaped: control characters, halves of a character, two that are none.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** A cell holds no more than this. */
const LONGEST = 32_767
function escaped(text: string): string {
  return text
    .toWellFormed()
    .slice(0, LONGEST)
    .toWellFormed()
    .replaceAll(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** At most 31 characters, without those that a reference to a sheet is written with. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .trim() || 'Report'
