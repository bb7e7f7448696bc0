import { createElement as h, type CSSProperties, type ReactElement, type ReactNode } from 'react'

/** Colours and sizes of look/theme.md, and the table cells that mail programs understand. */
export const ink = '#1f1e1b'
export const dim = '#575550'
export const page = '#f6f5f2'
export const hair = '#e4e2dd'
export const teal = '#045c62'
export const font = "'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

export const words: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
export const figures: CSSProperties = { fontVariantNumeric: 'tabular-nums' }

/** Numbers of papers, Polish post codes, telephone numbers: with hyphens, and short enough for any phone. */
const HYPHENED = /(?<![^\s(„“«"])([\p{L}\d.,:;)+]{1,14}(?:-[\p{L}\d.,:;)»”"]{1,10}){1,3})(?=\s|$)/u
/** What stands in front of a number or a name and never at the end of a line. */
const BEFORE = /(?<=^|[\s,])((?:ул|стр|корп|кв|оф|д|г|ul|al|Nr|nr|no)\.|№|nr) (?=\S)/giu

/** A text whose numbers are not torn at their hyphens, nor from the word before them. */
export function kept(text: string): ReactNode {
  const parts = text.replace(BEFORE, '$1\u00a0').split(HYPHENED)
  // Every second part is what the pattern caught.
  return parts.map((part, index) =>
    index % 2 === 0 ? part : h('span', { key: index, style: { whiteSpace: 'nowrap' } }, part),
  )
}

interface CellOptions {
  readonly style?: CSSProperties
  readonly className?: string
  readonly align?: 'left' | 'center' | 'right'
}

export const table = (style: CSSProperties, ...rows: ReactElement[]): ReactElement =>
  h(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      width: '100%',
      style: { borderCollapse: 'separate', ...style },
    },
    h('tbody', null, ...rows),
  )

export const row = (...cells: ReactElement[]): ReactElement => h('tr', null, ...cells)

export const cell = ({ style, className, align }: CellOptions, ...content: ReactNode[]): ReactElement =>
  h(
    'td',
    {
      ...(className === undefined ? {} : { className }),
      ...(align === undefined ? {} : { align }),
      ...(style === undefined ? {} : { style }),
    },
    ...content,
  )

/** The mark of look/mark.svg out of table cells: four crates in a ring, the middle one yours. */
export function mark(): ReactElement {
  const crate = (
    colSpan: number,
    rowSpan: number,
    width: number,
    height: number,
    color: string,
  ): ReactElement =>
    h('td', {
      colSpan,
      rowSpan,
      width,
      height,
      bgcolor: color,
      style: { width, height, backgroundColor: color, borderRadius: 2, fontSize: 0, lineHeight: 0 },
    })
  const gap = (colSpan: number, rowSpan: number, width: number, height: number): ReactElement =>
    h('td', { colSpan, rowSpan, width, height, style: { width, height, fontSize: 0, lineHeight: 0 } })
  return h(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      width: 24,
      style: { width: 24, borderCollapse: 'separate' },
    },
    h(
      'tbody',
      null,
      row(crate(1, 3, 8, 15, teal), gap(1, 3, 1, 15), crate(3, 1, 15, 8, teal)),
      row(gap(3, 1, 15, 1)),
      row(crate(1, 1, 6, 6, '#e79c27'), gap(1, 3, 1, 15), crate(1, 3, 8, 15, teal)),
      row(gap(3, 1, 15, 1)),
      row(crate(3, 1, 15, 8, teal)),
    ),
  )
}
