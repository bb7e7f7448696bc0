import { createElement as h, Fragment, type CSSProperties, type ReactElement } from 'react'
import type { Language } from '@stowage/texts/language.ts'
import type { Frame } from './draw-text.ts'
import type { Block, Row } from './mail-content.ts'

/**
 * The mail as HTML: tables and inline styles, because that is what mail programs understand; no picture and no font from
 * elsewhere, so that nothing is blocked and nobody is tracked. Colours and sizes are those of look/theme.md.
 */
const ink = '#1f1e1b'
const dim = '#575550'
const page = '#f6f5f2'
const hair = '#e4e2dd'
const teal = '#045c62'
const font = "'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

const narrow = `
body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
@media (max-width: 520px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .edge { padding-left: 12px !important; padding-right: 12px !important; }
  .headline { font-size: 25px !important; line-height: 31px !important; }
  .fact { display: block !important; width: auto !important; padding: 0 0 6px !important; }
  .fact.name { padding-bottom: 0 !important; }
  .stack { display: block !important; width: auto !important; padding: 16px 18px 0 !important; }
  .stack + .stack { padding: 8px 18px 16px !important; }
}`

const words: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const figures: CSSProperties = { fontVariantNumeric: 'tabular-nums' }

interface CellOptions {
  readonly style?: CSSProperties
  readonly className?: string
  readonly align?: 'left' | 'center' | 'right'
}

const table = (style: CSSProperties, ...rows: ReactElement[]): ReactElement =>
  h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%', style: { borderCollapse: 'separate', ...style } }, h('tbody', null, ...rows))

const row = (...cells: ReactElement[]): ReactElement => h('tr', null, ...cells)

const cell = ({ style, className, align }: CellOptions, ...content: (ReactElement | string)[]): ReactElement =>
  h('td', { ...(className === undefined ? {} : { className }), ...(align === undefined ? {} : { align }), ...(style === undefined ? {} : { style }) }, ...content)

/** The mark of look/mark.svg out of table cells: four crates in a ring, the middle one yours. */
function mark(): ReactElement {
  const crate = (colSpan: number, rowSpan: number, width: number, height: number, color: string): ReactElement =>
    h('td', { colSpan, rowSpan, width, height, bgcolor: color, style: { width, height, backgroundColor: color, borderRadius: 2, fontSize: 0, lineHeight: 0 } })
  const gap = (colSpan: number, rowSpan: number, width: number, height: number): ReactElement => h('td', { colSpan, rowSpan, width, height, style: { width, height, fontSize: 0, lineHeight: 0 } })
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: 24, style: { width: 24, borderCollapse: 'separate' } },
    h('tbody', null, row(crate(1, 3, 8, 15, teal), gap(1, 3, 1, 15), crate(3, 1, 15, 8, teal)), row(gap(3, 1, 15, 1)), row(crate(1, 1, 6, 6, '#e79c27'), gap(1, 3, 1, 15), crate(1, 3, 8, 15, teal)), row(gap(3, 1, 15, 1)), row(crate(3, 1, 15, 8, teal))),
  )
}

function pair({ label, value }: Row, { strong, top }: { strong: boolean; top: string }): ReactElement {
  const size: CSSProperties = strong ? { fontSize: 17, lineHeight: '24px', fontWeight: 600, color: ink } : { fontSize: 15, lineHeight: '21px', color: ink }
  return row(
    cell({ style: { ...size, ...words, padding: '7px 16px 7px 0', borderTop: top, verticalAlign: 'top' } }, label),
    cell({ align: 'right', style: { ...size, ...figures, padding: '7px 0', borderTop: top, whiteSpace: 'nowrap', verticalAlign: 'top' } }, value),
  )
}

function drawBlock(block: Block, key: number): ReactElement {
  switch (block.type) {
    case 'headline':
      return h('h1', { key, className: 'headline', style: { margin: '8px 0 0', fontSize: 30, lineHeight: '37px', fontWeight: 600, letterSpacing: '-0.015em', color: ink, ...words } }, block.text)
    case 'lead':
      return h('p', { key, style: { margin: '8px 0 0', fontSize: 16, lineHeight: '24px', color: dim, ...words } }, block.text)
    case 'warning':
      return h('p', { key, style: { margin: '20px 0 0', padding: '12px 16px', backgroundColor: '#fff8ee', border: '1px solid #ffc676', borderRadius: 8, fontSize: 15, lineHeight: '22px', color: '#784e08', ...words } }, block.text)
    case 'box':
      return h(Fragment, { key }, boxCard(block))
    case 'sum':
      return h(Fragment, { key }, table({ marginTop: 22 }, ...block.rows.map((entry) => pair(entry, { strong: false, top: 'none' })), pair(block.total, { strong: true, top: `1px solid ${ink}` })))
    case 'facts':
      return h(Fragment, { key }, factsCard(block.title, block.rows))
    case 'list':
      return h(
        Fragment,
        { key },
        table({ marginTop: 20 }, ...block.items.map((item) =>
          row(cell({ style: { padding: '10px 0', borderTop: `1px solid ${hair}`, fontSize: 15, lineHeight: '21px', color: ink, ...words } }, h('strong', { style: { fontWeight: 600 } }, item.title), item.text === '' ? '' : h('div', { style: { color: dim } }, item.text))),
        )),
      )
    case 'button':
      return h(
        'a',
        { key, href: webAddress(block.url), style: { display: 'block', marginTop: 26, padding: '16px 20px', backgroundColor: teal, borderRadius: 8, fontSize: 17, lineHeight: '24px', fontWeight: 600, color: '#ffffff', textAlign: 'center', textDecoration: 'none', ...words } },
        block.label,
      )
    case 'link':
      return h('p', { key, style: { margin: '16px 0 0', fontSize: 15, lineHeight: '21px', textAlign: 'center' } }, h('a', { href: webAddress(block.url), style: { color: teal, textDecoration: 'underline' } }, block.label))
    case 'note':
      return h('p', { key, style: { margin: '26px 0 0', paddingTop: 20, borderTop: `1px solid ${hair}`, fontSize: 13.5, lineHeight: '20px', color: dim, ...words } }, block.text)
  }
}

function boxCard({ number, title, address, contract }: Extract<Block, { type: 'box' }>): ReactElement {
  const label = h('span', { style: { display: 'inline-block', padding: '5px 12px', border: `2px solid ${ink}`, borderRadius: 5, backgroundColor: '#ffffff', fontSize: 23, lineHeight: '30px', fontWeight: 640, letterSpacing: '0.02em', color: ink, whiteSpace: 'nowrap', ...figures } }, number)
  // A number too long to leave room beside it on a phone stands above.
  const stack = number.length > 8 ? { className: 'stack' } : {}
  return table(
    { marginTop: 20, backgroundColor: page, borderRadius: 10 },
    row(
      cell({ ...stack, style: { padding: '16px 0 16px 18px', width: 1, verticalAlign: 'top' } }, label),
      cell(
        { ...stack, style: { padding: '16px', fontSize: 14, lineHeight: '21px', color: dim, ...words } },
        h('strong', { style: { fontWeight: 600, fontSize: 15, color: ink } }, title),
        h('br'),
        address,
        ...(contract === null ? [] : [h('div', { key: 'contract' }, `${contract.label} `, h('strong', { style: { fontWeight: 600, color: ink, whiteSpace: 'nowrap', ...figures } }, contract.value))]),
      ),
    ),
  )
}

function factsCard(title: string, rows: readonly Row[]): ReactElement {
  return table(
    { marginTop: 22, border: `1px solid ${ink}`, borderRadius: 8 },
    row(cell(
      { style: { padding: '16px 18px' } },
      h('strong', { style: { fontWeight: 600, fontSize: 16, lineHeight: '24px', color: ink } }, title),
      table({ marginTop: 4 }, ...rows.map(({ label, value }) => row(
        cell({ className: 'fact name', style: { padding: '3px 16px 3px 0', width: '30%', fontSize: 14, lineHeight: '21px', color: dim, verticalAlign: 'top', whiteSpace: 'nowrap' } }, label),
        cell({ className: 'fact', style: { padding: '3px 0', fontSize: 15, lineHeight: '21px', color: ink, ...figures, ...words } }, value),
      ))),
    )),
  )
}

/** An address in a mail is a page of ours, never a script or a file. */
function webAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new RangeError('a mail links to web pages only')
  return url
}

/** The whole mail; `subject` is its title, `preview` what mailboxes show beside it. */
export function drawHtml(blocks: readonly Block[], frame: Frame, { language, subject, preview }: { readonly language: Language; readonly subject: string; readonly preview: string }): ReactElement {
  return h(
    'html',
    { lang: language },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light only' }),
      h('title', null, subject),
      h('style', { dangerouslySetInnerHTML: { __html: narrow } }),
    ),
    h(
      'body',
      { style: { margin: 0, padding: 0, backgroundColor: page, fontFamily: font, color: ink } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview),
      table(
        { backgroundColor: page },
        row(cell({ align: 'center', className: 'edge', style: { padding: '26px 20px 40px', fontFamily: font } },
          h('div', { style: { maxWidth: 640, margin: '0 auto', textAlign: 'left' } }, head(frame), card(blocks, frame), foot(frame)))),
      ),
    ),
  )
}

const head = ({ brand, siteName }: Frame): ReactElement =>
  table(
    { marginBottom: 16 },
    row(
      cell({ style: { width: 34, verticalAlign: 'top' } }, mark()),
      cell({ style: { fontSize: 21, lineHeight: '26px', fontWeight: 600, letterSpacing: '-0.03em', color: ink, ...words } }, brand),
      cell({ align: 'right', className: 'site', style: { paddingLeft: 16, fontSize: 13.5, lineHeight: '19px', color: dim, ...words } }, siteName ?? ''),
    ),
  )

const card = (blocks: readonly Block[], { greeting }: Frame): ReactElement =>
  table(
    { backgroundColor: '#ffffff', border: `1px solid ${hair}`, borderTop: `6px solid ${teal}`, borderRadius: 12 },
    row(cell({ className: 'pad', style: { padding: '30px 36px 34px' } }, h('p', { style: { margin: 0, fontSize: 16, lineHeight: '24px', color: ink, ...words } }, greeting), h(Fragment, null, blocks.map(drawBlock)))),
  )

const foot = ({ foot: lines }: Frame): ReactElement => h('p', { style: { margin: '20px 12px 0', fontSize: 12.5, lineHeight: '18px', color: dim, textAlign: 'center', ...words } }, ...lines.flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line])))
