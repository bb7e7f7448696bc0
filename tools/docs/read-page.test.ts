import { expect, test } from 'vitest'
import { parsePage } from './read-page.ts'

test('a page tells its title, its headings with GitHub’s anchors, its links and what is bold', () => {
  const page = parsePage(
    'guides/x.md',
    [
      '# Open the gate',
      'Press **Open** or **Pay\nnow** in [the list](../list.md#all).',
      '## What it says, and what to do',
      '| a | b |\n|---|---|\n| **In a table** | ![box](pictures/box.webp) |',
      '## What it says, and what to do',
      '1. first\n   - **deep** inside',
    ].join('\n\n'),
  )
  expect(page.title).toBe('Open the gate')
  expect(page.headings.map(({ anchor }) => anchor)).toEqual([
    'open-the-gate',
    'what-it-says-and-what-to-do',
    'what-it-says-and-what-to-do-1',
  ])
  expect(page.links).toEqual([
    { href: '../list.md#all', isPicture: false },
    { href: 'pictures/box.webp', isPicture: true },
  ])
  expect(page.bold).toEqual(['Open', 'Pay now', 'In a table', 'deep'])
})

test('what is searched is the words, part by part, with what looks like HTML as it was written', () => {
  const { parts } = parsePage('x.md', '# One\n\nTake `<name>` & **go**.\n\n## Два: ёлка\n\n- a\n- b')
  expect(parts.map(({ heading, text }) => [heading?.anchor, text])).toEqual([
    ['one', 'Take <name> & go.'],
    ['два-ёлка', 'a b'],
  ])
})
