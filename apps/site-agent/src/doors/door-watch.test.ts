import { beforeEach, expect, test } from 'vitest'
import type { DoorLock, DoorMemory, DoorNews } from './door.ts'
import { createDoorWatch, type DoorWatch } from './door-watch.ts'

const MINUTE = 60_000
const LOCK: DoorLock = { id: '1:01:01', kind: 'box', name: 'A1' }
const cause = { source: 'pin', subjectRef: 'entry-7' } as const

let ticks = 0
let clock = Date.parse('2026-11-22T10:00:00Z')
let news: DoorNews[] = []
/** Both clocks go on. */
const pass = (ms: number): void => {
  ticks += ms
  clock += ms
}
const watchOf = (lock = LOCK, stored?: DoorMemory): DoorWatch =>
  createDoorWatch({
    lock,
    stored,
    now: () => new Date(clock),
    ticks: () => ticks,
    times: () => ({ leftOpenMs: 20 * MINUTE, leftOpenAgainMs: 60 * MINUTE, graceMs: 10_000, confirmMs: 700 }),
    tell: (entry) => news.push(entry),
  })
const shut = (stored?: DoorMemory): DoorWatch => {
  const watch = watchOf(LOCK, stored)
  watch.found()
  watch.read(false)
  watch.read(false)
  return watch
}
const readTwice = (watch: DoorWatch, isOpen: boolean): void => {
  watch.read(isOpen)
  watch.read(isOpen)
}
const types = (): string[] => news.map((entry) => entry.type)

beforeEach(() => {
  ticks = 0
  clock = Date.parse('2026-11-22T10:00:00Z')
  news = []
})

test('one reading alone is nothing: a contact that chatters moves no door', () => {
  const watch = shut()
  for (let time = 0; time < 10; time++) {
    expect(watch.read(true)).toBe(true)
    expect(watch.read(false)).toBe(true)
  }
  expect(watch.door().state).toBe('closed')
  expect(watch.read(false)).toBe(false)
  expect(news).toEqual([])
})

test('a command explains an opening until its grace is over', () => {
  const watch = shut()
  watch.expect(cause, 500)
  pass(10_499)
  readTwice(watch, true)
  expect(news).toEqual([{ type: 'lock.opened', lockId: LOCK.id, cause }])
  readTwice(watch, false)
  pass(2)
  readTwice(watch, true)
  expect(types()).toEqual(['lock.opened', 'lock.closed', 'lock.opened', 'lock.forced'])
})

test('a command is told with one opening; what its pulse lets happen behind it is told without', () => {
  const watch = shut()
  watch.expect({ source: 'remote', commandId: 'c-1' }, 3000)
  for (const isOpen of [true, false, true, false]) readTwice(watch, isOpen)
  expect(news.filter(({ type }) => type === 'lock.opened')).toEqual([
    { type: 'lock.opened', lockId: LOCK.id, cause: { source: 'remote', commandId: 'c-1' } },
    { type: 'lock.opened', lockId: LOCK.id, cause: { source: 'remote' } },
  ])
  // Who comes out by the button opens it himself.
  watch.exitPressed()
  readTwice(watch, true)
  expect(news.at(-1)).toMatchObject({ type: 'lock.opened', cause: 'exit_button' })
  expect(types()).not.toContain('lock.forced')
})

test('shut behind who was let in, a door that opens again without a pulse is forced, however soon', () => {
  const watch = shut()
  watch.expect({ source: 'remote', commandId: 'c-1' }, 500)
  pass(600)
  readTwice(watch, true)
  pass(1000)
  readTwice(watch, false)
  pass(1500)
  readTwice(watch, true)
  expect(news).toEqual([
    { type: 'lock.opened', lockId: LOCK.id, cause: { source: 'remote', commandId: 'c-1' } },
    { type: 'lock.closed', lockId: LOCK.id },
    { type: 'lock.opened', lockId: LOCK.id, cause: 'sensor' },
    { type: 'lock.forced', lockId: LOCK.id },
  ])
  // A pulse of its own makes the next one rightful again.
  readTwice(watch, false)
  watch.expect(cause, 500)
  pass(9000)
  readTwice(watch, true)
  expect(news.slice(5)).toEqual([{ type: 'lock.opened', lockId: LOCK.id, cause }])
})

test('a button that let somebody out does not let the next one in', () => {
  const watch = shut()
  watch.exitPressed()
  pass(300)
  readTwice(watch, true)
  readTwice(watch, false)
  pass(3000)
  readTwice(watch, true)
  expect(types()).toEqual(['lock.opened', 'lock.closed', 'lock.opened', 'lock.forced'])
})

test('an opening that is through explains nothing after an outage or a restart', () => {
  const watch = shut()
  watch.expect(cause, 500)
  readTwice(watch, true)
  expect(watch.memory().expected).toBeUndefined()
  watch.lost('unit 7 does not answer')
  pass(60_000)
  watch.found()
  readTwice(watch, false)
  readTwice(watch, true)
  expect(types().slice(-3)).toEqual(['lock.closed', 'lock.opened', 'lock.forced'])

  news = []
  const other = shut()
  other.expect(cause, 500)
  readTwice(other, true)
  readTwice(other, false)
  const again = watchOf(LOCK, other.memory())
  again.found()
  readTwice(again, true)
  expect(types()).toEqual(['lock.opened', 'lock.closed', 'lock.opened', 'lock.forced'])
})

test('a pulse that was never given explains nothing; the one before it still does', () => {
  const watch = shut()
  watch.expect(cause, 500)
  watch.expect({ source: 'remote' }, 500)()
  readTwice(watch, true)
  expect(news).toMatchObject([{ type: 'lock.opened', cause }])
  readTwice(watch, false)
  news = []

  const other = shut()
  other.expect(cause, 500)()
  readTwice(other, true)
  expect(types()).toEqual(['lock.opened', 'lock.forced'])
})

test('the button inside does not take the word from whoever was let in', () => {
  const watch = shut()
  watch.expect(cause, 500)
  watch.exitPressed()
  readTwice(watch, true)
  expect(news).toMatchObject([{ cause }])
})

test('left open is told once after its minutes, and once an hour from then on', () => {
  const watch = shut()
  watch.expect(cause, 500)
  readTwice(watch, true)
  const openSince = new Date(clock)
  news = []
  pass(20 * MINUTE - 1)
  watch.read(true)
  expect(news).toEqual([])
  pass(1)
  for (let time = 0; time < 5; time++) watch.read(true)
  expect(news).toEqual([{ type: 'lock.left_open', lockId: LOCK.id, openSince, minutes: 20 }])
  pass(60 * MINUTE - 1)
  watch.read(true)
  expect(news).toHaveLength(1)
  pass(1)
  watch.read(true)
  watch.read(true)
  expect(news.slice(1)).toEqual([{ type: 'lock.left_open', lockId: LOCK.id, openSince, minutes: 80 }])
  readTwice(watch, false)
  watch.expect(cause, 500)
  readTwice(watch, true)
  pass(20 * MINUTE)
  watch.read(true)
  expect(types().slice(2)).toEqual(['lock.closed', 'lock.opened', 'lock.left_open'])
})

test('a clock that is set meanwhile neither hastens nor delays what is left open', () => {
  const watch = shut()
  watch.expect(cause, 500)
  readTwice(watch, true)
  clock += 24 * 60 * MINUTE
  watch.read(true)
  expect(types()).toEqual(['lock.opened'])
  clock -= 48 * 60 * MINUTE
  ticks += 20 * MINUTE
  watch.read(true)
  expect(types()).toEqual(['lock.opened', 'lock.left_open'])
})

test('after a restart a door left open counts on, and is not told again for what was told', () => {
  const watch = shut()
  watch.expect(cause, 500)
  readTwice(watch, true)
  pass(15 * MINUTE)
  const before = watch.memory()
  news = []

  ticks = 3
  clock += 5 * MINUTE
  const again = watchOf(LOCK, before)
  again.found()
  readTwice(again, true)
  expect(news).toMatchObject([
    { type: 'lock.left_open', minutes: 20, openSince: new Date(before.openSince!) },
  ])

  clock += 30 * MINUTE
  const third = watchOf(LOCK, again.memory())
  third.found()
  readTwice(third, true)
  expect(news).toHaveLength(1)
  pass(30 * MINUTE)
  third.read(true)
  expect(news[1]).toMatchObject({ type: 'lock.left_open', minutes: 80 })
})

test('many hours away are told as one', () => {
  const watch = shut()
  watch.expect(cause, 500)
  readTwice(watch, true)
  pass(10 * 60 * MINUTE)
  for (let time = 0; time < 3; time++) watch.read(true)
  expect(news.slice(1)).toMatchObject([{ type: 'lock.left_open', minutes: 600 }])
})

test('a pulse given just before the agent died is still the reason after it', () => {
  const watch = shut()
  watch.expect(cause, 500)
  const stored = watch.memory()
  expect(stored).toMatchObject({ state: 'closed', expected: cause })
  ticks = 0
  const again = watchOf(LOCK, stored)
  again.found()
  readTwice(again, true)
  expect(news).toEqual([{ type: 'lock.opened', lockId: LOCK.id, cause }])
})

test('a door that is opened by a command before it was ever known is told; one that stood open is not', () => {
  const pulsed = watchOf()
  pulsed.found()
  pulsed.expect(cause, 500)
  readTwice(pulsed, true)
  expect(news).toEqual([{ type: 'lock.opened', lockId: LOCK.id, cause }])
  const stood = watchOf()
  stood.found()
  readTwice(stood, true)
  expect(news).toHaveLength(1)
  expect(stood.door().openSince).toEqual(new Date(clock))
})

test('a name that is taken back gives the door the one of its own file', () => {
  const watch = watchOf()
  watch.rename('Tor')
  expect(watch.door().name).toBe('Tor')
  watch.rename('')
  expect(watch.door().name).toBe('A1')
})

test('offline is told once, its state is unknown, and one reading is not enough to know again', () => {
  const watch = shut()
  watch.lost('unit 7 does not answer')
  watch.lost('unit 7 does not answer')
  expect(watch.door()).toMatchObject({ state: 'unknown', online: false, lastError: 'unit 7 does not answer' })
  watch.found()
  watch.read(false)
  expect(watch.door()).toMatchObject({ state: 'unknown', online: true, lastError: null })
  watch.read(false)
  expect(watch.door().state).toBe('closed')
  expect(types()).toEqual(['lock.offline', 'lock.online'])
})

test('who waits for the door hears of it when it is certain, or that time is over', async () => {
  const watch = shut()
  const opens = watch.opensWithin(60_000)
  readTwice(watch, true)
  expect(await opens).toBe(true)
  expect(await watch.opensWithin(60_000)).toBe(true)
  readTwice(watch, false)
  expect(await watch.opensWithin(5)).toBe(false)
})
