import type { Block } from './mail-content.ts'

export interface Frame {
  readonly greeting: string
  readonly brand: string
  readonly siteName: string | null
  readonly foot: readonly string[]
}

/** The mail for readers without HTML: the same blocks, one under the other. */
export function drawText(blocks: readonly Block[], frame: Frame): string {
  const parts = [
    frame.greeting,
    ...blocks.map(textOf),
    [
      '-- ',
      [frame.brand, ...(frame.siteName === null ? [] : [frame.siteName])].join(', '),
      ...frame.foot,
    ].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'headline':
    case 'lead':
    case 'warning':
    case 'note':
      return block.text
    case 'box':
      return [
        `[ ${block.number} ] ${block.title}`,
        block.address,
        ...(block.contract === null ? [] : [`${block.contract.label} ${block.contract.value}`]),
      ].join('\n')
    case 'sum':
      return [...block.rows, block.total].map((row) => `${row.label}: ${row.value}`).join('\n')
    case 'facts':
      return [block.title, ...block.rows.map((row) => `${row.label}: ${row.value}`)].join('\n')
    case 'list':
      return block.items
        .map((item) => `- ${item.title}${item.text === '' ? '' : `: ${item.text}`}`)
        .join('\n')
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`
  }
}
