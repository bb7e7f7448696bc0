import { createElement as h, Fragment, type CSSProperties, type ReactElement } from 'react'
import { cell, dim, figures, hair, ink, kept, page, row, table, teal, words } from './html-parts.ts'
import type { Block, Row } from './mail-content.ts'

function pair({ label, value }: Row, { strong, top }: { strong: boolean; top: string }): ReactElement {
  const size: CSSProperties = strong
    ? { fontSize: 17, lineHeight: '24px', fontWeight: 600, color: ink }
    : { fontSize: 15, lineHeight: '21px', color: ink }
  return row(
    cell(
      { style: { ...size, ...words, padding: '7px 16px 7px 0', borderTop: top, verticalAlign: 'top' } },
      label,
    ),
    cell(
      {
        align: 'right',
        style: {
          ...size,
          ...figures,
          padding: '7px 0',
          borderTop: top,
          whiteSpace: 'nowrap',
          verticalAlign: 'top',
        },
      },
      value,
    ),
  )
}

/** What a frame is drawn around: words under it stand further off than words under words. */
const isFramed = (block: Block | undefined): boolean =>
  block !== undefined && block.type !== 'headline' && block.type !== 'lead'

/** One block of a mail; its key is its place among all. */
export function drawBlock(block: Block, key: number, all: readonly Block[]): ReactElement {
  switch (block.type) {
    case 'headline':
      return h(
        'h1',
        {
          key,
          className: 'headline',
          style: {
            margin: '8px 0 0',
            fontSize: 30,
            lineHeight: '37px',
            fontWeight: 600,
            letterSpacing: '-0.015em',
            color: ink,
            ...words,
          },
        },
        block.text,
      )
    case 'lead':
      return h(
        'p',
        {
          key,
          style: {
            margin: isFramed(all[key - 1]) ? '16px 0 0' : '8px 0 0',
            fontSize: 16,
            lineHeight: '24px',
            color: dim,
            ...words,
          },
        },
        kept(block.text),
      )
    case 'warning':
      return h(
        'p',
        {
          key,
          style: {
            margin: '20px 0 0',
            padding: '12px 16px',
            backgroundColor: '#fff8ee',
            border: '1px solid #ffc676',
            borderRadius: 8,
            fontSize: 15,
            lineHeight: '22px',
            color: '#784e08',
            ...words,
          },
        },
        kept(block.text),
      )
    case 'box':
      return h(Fragment, { key }, boxCard(block))
    case 'sum':
      return h(
        Fragment,
        { key },
        table(
          { marginTop: 22 },
          ...block.rows.map((entry) => pair(entry, { strong: false, top: 'none' })),
          pair(block.total, { strong: true, top: `1px solid ${ink}` }),
        ),
      )
    case 'facts':
      return h(Fragment, { key }, factsCard(block.title, block.rows))
    case 'list':
      return h(
        Fragment,
        { key },
        table(
          { marginTop: 20 },
          ...block.items.map((item) =>
            row(
              cell(
                {
                  style: {
                    padding: '10px 0',
                    borderTop: `1px solid ${hair}`,
                    fontSize: 15,
                    lineHeight: '21px',
                    color: ink,
                    ...words,
                  },
                },
                h('strong', { style: { fontWeight: 600 } }, item.title),
                item.text === '' ? '' : h('div', { style: { color: dim } }, item.text),
              ),
            ),
          ),
        ),
      )
    case 'button':
      return h(
        'a',
        {
          key,
          href: webAddress(block.url),
          style: {
            display: 'block',
            marginTop: 26,
            padding: '16px 20px',
            backgroundColor: teal,
            borderRadius: 8,
            fontSize: 17,
            lineHeight: '24px',
            fontWeight: 600,
            color: '#ffffff',
            textAlign: 'center',
            textDecoration: 'none',
            ...words,
          },
        },
        block.label,
      )
    case 'link':
      return h(
        'p',
        { key, style: { margin: '16px 0 0', fontSize: 15, lineHeight: '21px', textAlign: 'center' } },
        h(
          'a',
          { href: webAddress(block.url), style: { color: teal, textDecoration: 'underline' } },
          block.label,
        ),
      )
    case 'note':
      return h(
        'p',
        {
          key,
          style: {
            margin: '26px 0 0',
            paddingTop: 20,
            borderTop: `1px solid ${hair}`,
            fontSize: 13.5,
            lineHeight: '20px',
            color: dim,
            ...words,
          },
        },
        kept(block.text),
      )
  }
}

function boxCard({ number, title, address, contract }: Extract<Block, { type: 'box' }>): ReactElement {
  const label = h(
    'span',
    {
      style: {
        display: 'inline-block',
        padding: '5px 12px',
        border: `2px solid ${ink}`,
        borderRadius: 5,
        backgroundColor: '#ffffff',
        fontSize: 23,
        lineHeight: '30px',
        fontWeight: 640,
        letterSpacing: '0.02em',
        color: ink,
        whiteSpace: 'nowrap',
        ...figures,
      },
    },
    number,
  )
  // A number too long to leave room beside it on a phone stands above.
  const stack = { className: number.length > 8 ? 'stack' : 'beside' }
  return table(
    { marginTop: 20, backgroundColor: page, borderRadius: 10 },
    row(
      cell({ ...stack, style: { padding: '16px 0 16px 18px', width: 1, verticalAlign: 'top' } }, label),
      cell(
        { ...stack, style: { padding: '16px', fontSize: 14, lineHeight: '21px', color: dim, ...words } },
        h('strong', { style: { fontWeight: 600, fontSize: 15, color: ink } }, title),
        h('br'),
        kept(address),
        ...(contract === null
          ? []
          : [
              h(
                'div',
                { key: 'contract' },
                `${contract.label} `,
                h(
                  'strong',
                  { style: { fontWeight: 600, color: ink, whiteSpace: 'nowrap', ...figures } },
                  contract.value,
                ),
              ),
            ]),
      ),
    ),
  )
}

function factsCard(title: string, rows: readonly Row[]): ReactElement {
  // Names of bank details are a word, those of prices a sentence.
  const nameWidth = rows.some(({ label }) => label.length > 24) ? '60%' : '30%'
  return table(
    { marginTop: 22, border: `1px solid ${ink}`, borderRadius: 8 },
    row(
      cell(
        { style: { padding: '16px 18px' } },
        h('strong', { style: { fontWeight: 600, fontSize: 16, lineHeight: '24px', color: ink } }, title),
        table(
          { marginTop: 4 },
          ...rows.map(({ label, value }) =>
            row(
              cell(
                {
                  className: 'fact name',
                  style: {
                    padding: '3px 16px 3px 0',
                    width: nameWidth,
                    fontSize: 14,
                    lineHeight: '21px',
                    color: dim,
                    verticalAlign: 'top',
                  },
                },
                label,
              ),
              cell(
                {
                  className: 'fact',
                  style: {
                    padding: '3px 0',
                    fontSize: 15,
                    lineHeight: '21px',
                    color: ink,
                    verticalAlign: 'top',
                    ...figures,
                    ...words,
                  },
                },
                value,
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

/** An address in a mail is a page of ours, never a script or a file. */
function webAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new RangeError('a mail links to web pages only')
  return url
}
