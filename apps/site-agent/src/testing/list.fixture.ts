import type { AccessList, ListEntry, StaffEntry } from '@stowage/lsp/access-list'
import { hashPin, type HashedPin } from '@stowage/lsp/pin'
import { BOX, GATE, NEXT_BOX } from './agent.fixture.ts'

export const PIN = '482913'
export const hashedPin: HashedPin = await hashPin(PIN)

export const listEntry = (changes: Partial<ListEntry> = {}): ListEntry => ({
  entryId: 'anna',
  box: 'YA108',
  lockIds: [BOX],
  equipmentIds: [GATE],
  from: '2026-01-01T00:00:00Z',
  until: null,
  blocked: false,
  ...hashedPin,
  ...changes,
})

export const staffEntry = (changes: Partial<StaffEntry> = {}): StaffEntry => ({
  entryId: 'ivan',
  name: 'Ivan',
  role: 'manager',
  equipmentOnly: false,
  ...hashedPin,
  ...changes,
})

/** A list that is valid now, open round the clock. */
export const accessList = (changes: Partial<AccessList> = {}): AccessList => ({
  siteId: 'north',
  version: 1,
  issuedAt: new Date(Date.now() - 60_000).toISOString(),
  validUntil: new Date(Date.now() + 72 * 3_600_000).toISOString(),
  staffValidUntil: new Date(Date.now() + 14 * 24 * 3_600_000).toISOString(),
  hours: { opens: '00:00', closes: '00:00', timeZone: 'Europe/Berlin' },
  exits: [],
  entries: [
    listEntry(),
    listEntry({ entryId: 'boris', box: 'YA109', lockIds: [NEXT_BOX], blocked: true, blockReason: 7006 }),
  ],
  staff: [staffEntry()],
  ...changes,
})
