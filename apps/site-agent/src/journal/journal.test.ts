import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHAIN_START, chainOf } from '@stowage/lsp/event-chain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { openJournal, type Journal } from './journal.ts'

let folder: string
let now: Date
let journal: Journal
const open = (): Journal =>
  openJournal({
    folder,
    siteId: 'north',
    now: () => now,
    circumstances: () => ({}),
    onAppended: () => {},
    log: silentLog,
  })
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal')
  now = new Date('2026-11-22T10:00:00Z')
  journal = open()
})
afterEach(async () => {
  await journal.close().catch(() => {})
  rmSync(path.dirname(folder), { recursive: true })
})
const START = Date.parse('2026-11-22T10:00:00Z') / 1000

test('numbers go on over a restart, also over a kill in the middle of a line, and the chain holds', async () => {
  journal.append('lock.opened', { lockId: '1:02:03' })
  journal.append('lock.closed', { lockId: '1:02:03' })
  journal.acknowledge(START + 1)
  await journal.close()
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  appendFileSync(path.join(folder, file), '{"seq":17952')
  journal = open()
  journal.append('lock.forced', { lockId: '1:02:03' })
  await journal.close()
  journal = open()
  const events = journal.after(0, 100)
  expect(events.map(({ seq, type }) => [seq - START, type])).toEqual([
    [1, 'lock.opened'],
    [2, 'lock.closed'],
    [3, 'lock.forced'],
  ])
  let chain = CHAIN_START
  for (const event of events) expect(event.chain).toBe((chain = chainOf(chain, event)))
  expect(journal.unacknowledged(100).map(({ seq }) => seq - START)).toEqual([2, 3])
  expect(journal.unsentCount()).toBe(2)
})

test('a killed process loses nothing that it noted', () => {
  journal.append('tamper')
  const again = open()
  expect(again.after(0, 10)).toHaveLength(1)
  expect(again.lastSeq()).toBe(START + 1)
})

test('a lost disk: numbers go on above all that were given', async () => {
  for (let n = 0; n < 50; n++) journal.append('power')
  const last = journal.lastSeq()
  await journal.close()
  rmSync(folder, { recursive: true })
  now = new Date(now.getTime() + 3_600_000)
  journal = open()
  expect(journal.append('power').seq).toBeGreaterThan(last)
  expect(journal.unsentCount()).toBe(1)
})

test('thousands of events stand in several files, are read in order, and old ones go when the server has them', async () => {
  for (let n = 0; n < 4500; n++) journal.append('power')
  const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq - START)
  expect(seqs(journal.after(START + 1998, 4))).toEqual([1999, 2000, 2001, 2002])
  expect(seqs(journal.after(START + 4499, 10))).toEqual([4500])
  journal.acknowledge(START + 2500)
  expect(journal.unsentCount()).toBe(2000)
  expect(seqs(journal.unacknowledged(2))).toEqual([2501, 2502])
  await journal.close()
  now = new Date(now.getTime() + 31 * 24 * 3_600_000)
  journal = open()
  expect(journal.unsentCount()).toBe(2000)
  journal.append('power')
  expect(seqs(journal.after(0, 1)), 'the first file held nothing that is still owed').toEqual([2001])
  expect(journal.unsentCount()).toBe(2001)
  journal.acknowledge(START + 100)
  expect(journal.unsentCount(), 'a server restored from a backup').toBe(2501)
})

test('numbers that only the server knows: what was noted since the start is numbered anew above them', async () => {
  journal.append('power')
  await journal.close()
  journal = open()
  const { id } = journal.append('tamper')
  journal.continueAbove(START + 1000)
  expect(journal.unacknowledged(10)).toMatchObject([{ seq: START + 1001, id, type: 'tamper' }])
  journal.continueAbove(START + 5)
  expect(journal.lastSeq()).toBe(START + 1001)
})

test('I1: a server that another machine tells as well makes nothing double, and no break-in of a door that moved long ago', () => {
  journal.append('power')
  journal.append('lock.forced', { lockId: '1:02:03', reason: 'while the agent was off' })
  journal.acknowledge(journal.lastSeq() - 1)
  journal.append('tamper')
  for (let turn = 1; turn <= 20; turn += 1) journal.continueAbove(journal.lastSeq() + 5)
  const written = journal.after(0, 100_000)
  expect(written.filter(({ type }) => type === 'power')).toHaveLength(1)
  expect(written.filter(({ type }) => type === 'lock.forced')).toHaveLength(1)
  // Once for each time, as it is owed still; it doubled.
  expect(written.filter(({ type }) => type === 'tamper')).toHaveLength(21)
  journal.acknowledge(journal.lastSeq())
  journal.continueAbove(journal.lastSeq() + 5)
  expect(journal.unacknowledged(10)).toEqual([])
})
