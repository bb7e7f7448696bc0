import { beforeEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import type { Surroundings } from './surroundings.ts'

let text = ''
beforeEach(() => {
  text = ''
})
const around: Surroundings = {
  out: (said) => void (text += said),
  err: (said) => void (text += said),
  isJournal: false,
  onStarted: () => {},
  onReread: () => undefined,
  stopping: async () => await Promise.reject(new Error('nothing runs here')),
}

test.each([
  [['--help'], 0, /npm run site-agent -- pair --code/],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
  [[], 2, /^--config is missing/],
  [['paint', '--config', 'x'], 2, /^nobody knows "paint" here/],
  [['check', 'twice', '--config', 'x'], 2, /^"twice" is too much/],
  [['pair', '--config', 'x'], 2, /^--code is missing/],
  [['--code', 'x', '--config', 'x'], 2, /^--code and --server belong to "pair"/],
  [['--colour'], 2, /--colour/],
])('%j', async (words, code, said) => {
  expect(await commandLine(words, around)).toBe(code)
  expect(text).toMatch(said)
})

test('prepare loads every part of an agent, starts none, and keeps what was compiled', async () => {
  let kept = 0
  expect(await commandLine(['prepare'], { ...around, onStarted: () => void (kept += 1) })).toBe(0)
  expect([kept, text]).toEqual([1, ''])
})
