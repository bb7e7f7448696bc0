import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('what others said begins no line of its own and passes for no other fact', () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line), 'journal')
  log.warn('the tunnel is closed', { reason: 'gone\n<2>siteId=south "x"', seconds: 3, none: undefined })
  log.error('lost\nhere', { file: '/var/lib/a.json', last: null })
  expect(lines).toEqual([
    '<4>the tunnel is closed reason="gone\\n<2>siteId=south \\"x\\"" seconds=3\n',
    '<3>lost here file=/var/lib/a.json last=null\n',
  ])
})
