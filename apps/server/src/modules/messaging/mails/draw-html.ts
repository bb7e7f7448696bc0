import { createElement as h, Fragment, type ReactElement } from 'react'
import type { Language } from '@stowage/texts/language.ts'
import { drawBlock } from './draw-block.ts'
import type { Frame } from './draw-text.ts'
import { cell, dim, font, hair, ink, kept, mark, page, row, table, teal, words } from './html-parts.ts'
import type { Block } from './mail-content.ts'

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
}
@media (max-width: 350px) {
  .beside { display: block !important; width: auto !important; padding: 16px 18px 0 !important; }
  .beside + .beside { padding: 8px 18px 16px !important; }
}`

/**
 * The mail as HTML: tables and inline styles, because that is what mail programs understand; no picture and no font from
 * elsewhere, so that nothing is blocked and nobody is tracked. `subject` is its title, `preview` what mailboxes show beside it.
 */
export function drawHtml(
  blocks: readonly Block[],
  frame: Frame,
  {
    language,
    subject,
    preview,
  }: { readonly language: Language; readonly subject: string; readonly preview: string },
): ReactElement {
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
        row(
          cell(
            { align: 'center', className: 'edge', style: { padding: '26px 20px 40px', fontFamily: font } },
            h(
              'div',
              { style: { maxWidth: 640, margin: '0 auto', textAlign: 'left' } },
              head(frame),
              card(blocks, frame),
              foot(frame),
            ),
          ),
        ),
      ),
    ),
  )
}

const head = ({ brand, siteName }: Frame): ReactElement =>
  table(
    { marginBottom: 16 },
    row(
      cell({ style: { width: 34, verticalAlign: 'top' } }, mark()),
      cell(
        {
          style: {
            fontSize: 21,
            lineHeight: '26px',
            fontWeight: 600,
            letterSpacing: '-0.03em',
            color: ink,
            ...(brand.length <= 12 ? { whiteSpace: 'nowrap' } : words),
          },
        },
        brand,
      ),
      cell(
        {
          align: 'right',
          className: 'site',
          style: { paddingLeft: 16, fontSize: 13.5, lineHeight: '19px', color: dim, ...words },
        },
        siteName ?? '',
      ),
    ),
  )

const card = (blocks: readonly Block[], { greeting }: Frame): ReactElement =>
  table(
    {
      backgroundColor: '#ffffff',
      border: `1px solid ${hair}`,
      borderTop: `6px solid ${teal}`,
      borderRadius: 12,
    },
    row(
      cell(
        { className: 'pad', style: { padding: '30px 36px 34px' } },
        h('p', { style: { margin: 0, fontSize: 16, lineHeight: '24px', color: ink, ...words } }, greeting),
        h(Fragment, null, blocks.map(drawBlock)),
      ),
    ),
  )

const foot = ({ foot: lines }: Frame): ReactElement =>
  h(
    'p',
    {
      style: {
        margin: '20px 12px 0',
        fontSize: 12.5,
        lineHeight: '18px',
        color: dim,
        textAlign: 'center',
        ...words,
      },
    },
    ...lines.map((line, index) => h(Fragment, { key: index }, index === 0 ? null : h('br'), kept(line))),
  )
