import type { SiteEvent } from '@stowage/lsp/messages'
import { expect, test } from 'vitest'
import { recallDoors } from './door-memory.ts'
import type { DoorMemory } from './door.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const at = (secondsAgo: number): string => new Date(NOW - secondsAgo * 1000).toISOString()
const event = (type: string, secondsAgo: number, more: Partial<SiteEvent> = {}): SiteEvent => ({
  seq: 1,
  id: '0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11',
  type,
  at: at(secondsAgo),
  lockId: '1:02:03',
  ...more,
})
const closed: DoorMemory = { id: '1:02:03', state: 'closed', since: at(900), openSince: null, timesTold: 0 }
const COMMAND = '5d1f9f0e-8f0b-4b1a-9a55-0d6d7f2f7a10'

test('what the journal says since is added to what was kept', () => {
  const opened = { ...closed, state: 'opened', since: at(60), openSince: at(60) }
  expect(recallDoors([closed], [event('lock.opened', 60)], [], NOW)).toEqual([opened])
  expect(recallDoors([closed], [event('lock.opened', 60), event('lock.left_open', 5)], [], NOW)).toEqual([
    { ...opened, timesTold: 1 },
  ])
  expect(recallDoors([closed], [event('lock.opened', 60), event('lock.closed', 30)], [], NOW)).toEqual([
    { ...closed, since: at(30) },
  ])
  expect(recallDoors([], [event('lock.opened', 60)], [], NOW), 'the kept file was lost').toEqual([opened])
})

test('a door that was pulsed when the agent died may open without being a break-in, for a minute or so', () => {
  const pulse = { lockId: '1:02:03', commandId: COMMAND, at: NOW - 3000 }
  const expected = { source: 'remote', commandId: COMMAND }
  expect(recallDoors([closed], [], [pulse], NOW)).toMatchObject([{ state: 'closed', expected }])
  expect(recallDoors([closed], [], [{ ...pulse, at: NOW - 80_000 }], NOW)[0]).not.toHaveProperty(
    'expected.source',
  )
  const opened = [event('lock.opened', 2, { commandId: COMMAND }), event('lock.closed', 1)]
  expect(recallDoors([closed], opened, [pulse], NOW)[0], 'it has opened for it already').not.toHaveProperty(
    'expected',
  )
  expect(recallDoors([closed], [event('access.granted', 4, { subjectRef: 'anna' })], [], NOW)).toMatchObject([
    { expected: { source: 'pin', subjectRef: 'anna' } },
  ])
})
