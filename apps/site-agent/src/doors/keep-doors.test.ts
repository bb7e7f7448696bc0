import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CommandStore } from '../calls/command-store.ts'
import type { Journal } from '../journal/journal.ts'
import { silentLog } from '../log.ts'
import type { DoorMemory, Doors } from './door.ts'
import { openDoorsKeeper } from './keep-doors.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'keeper-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('that a door is known is kept at once: killed in its first minutes, a site still tells the first opening', async () => {
  const journal = { lastSeq: () => 0, after: () => [] } as Partial<Journal> as Journal
  const store = { pulsesSince: () => [] } as Partial<CommandStore> as CommandStore
  const memory: DoorMemory = {
    id: '1:01:01',
    state: undefined,
    since: '2026-11-22T10:00:00.000Z',
    openSince: null,
    timesTold: 0,
  }
  const seen: { state: DoorMemory['state'] } = { state: undefined }
  const doors = { snapshot: () => [{ ...memory, ...seen }] } as Partial<Doors> as Doors
  const open = () => openDoorsKeeper(folder, journal, store, silentLog)
  const kept = open().keep(doors)
  seen.state = 'closed'
  await expect.poll(() => open().recalled(0)[0]?.state).toBe('closed')
  kept.close()
})
