import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccessList } from '@stowage/lsp/access-list'
import type { DenialReason } from '@stowage/lsp/denials'
import { isPin, PIN } from '@stowage/lsp/pin'
import type { PulseLimits } from '../calls/pulse-limits.ts'
import type { Doors } from '../doors/door.ts'
import type { EventDetails, Journal } from '../journal/journal.ts'
import { said, type Log } from '../log.ts'
import type { SiteClock } from '../site-clock.ts'
import type { AccessLists } from './access-lists.ts'
import { decide, holdersOf, typedKey, type Holder, type Refusal } from './decide.ts'
import type { Asker, Lockouts } from './lockouts.ts'
import { createPinQueue } from './pin-queue.ts'

/** Who waits behind others, one at a time for each address: more than phones are in one house. */
const WAITING_AT_MOST = 250
const SLOW_MS = 3000

/** What somebody asks for on the page. */
export interface PinRequest {
  /** A box number; staff type their name. */
  readonly box: string
  readonly pin: string
  /** Missing: the lock of his box. */
  readonly lockId?: string | undefined
  readonly equipmentId?: string | undefined
  /** Where the phone is, in the site's own network. */
  readonly address: string
}

export type PinAnswer =
  | { readonly result: 'opened' | 'sent' | 'ran' | 'alreadyOpen' }
  | { readonly result: 'refused'; readonly refusal: Refusal }
  | { readonly result: 'lockedOut'; readonly seconds: number }
  | { readonly result: 'wrong' | 'busy' | 'noList' | 'maintenance' | 'away' | 'online' }

export interface PinParts {
  readonly lists: AccessLists
  readonly lockouts: Lockouts
  readonly doors: Doors
  readonly limits: PulseLimits
  readonly clock: SiteClock
  readonly journal: Journal
  readonly isMaintenance: () => boolean
  /** Doors open by the server now, and this page is not to be used. */
  readonly isShutOnline?: (() => boolean) | undefined
  readonly log: Log
  readonly slowMs?: number | undefined
}

/** Opens by box number and PIN (docs/protocols/lsp.md 6), with the server or without: what it says is in the list. */
export function createPinOpening(
  parts: PinParts,
): (request: PinRequest, isThere?: () => boolean) => Promise<PinAnswer> {
  const { lists, lockouts, doors, limits, clock, journal, log, slowMs = SLOW_MS } = parts
  const closedNoted = new Map<string, number>()
  const queue = createPinQueue(WAITING_AT_MOST)

  const note = (type: 'access.granted' | 'access.denied', details: EventDetails): void => {
    const list = lists.get()
    journal.append(type, { source: 'pin', ...(list ? { listVersion: list.version } : {}), ...details })
  }
  const deny = (who: EventDetails, reason: DenialReason | `${number}`): void =>
    note('access.denied', { ...who, reason })
  /** Once a minute for each box: these cost no hash, and who presses on and on must not fill the disk. */
  const noteClosed = (key: string, box: string): void => {
    const minute = Math.floor(now() / 60_000)
    if (closedNoted.get(key) === minute) return
    for (const [old, at] of closedNoted) if (at < minute) closedNoted.delete(old)
    closedNoted.set(key, minute)
    deny({ box: box.slice(0, 40) }, 'locked_out')
  }
  /** One hash at a time: a small machine has other things to do, and guessing gets no faster with more phones. */
  const identify = async ({ box, pin, address }: PinRequest): Promise<Holder | PinAnswer> => {
    if (lists.get() === undefined) return { result: 'noList' }
    const key = typedKey(box)
    const asker = { address, key }
    // Asked again in its turn: those before it may have closed the box.
    const shut = isShut(asker, box)
    if (shut) return shut
    const list = lists.get()
    const holders = list !== undefined && PIN.test(pin) ? holdersOf(list, key) : []
    // Whether there is such a box takes as long to say as whether the PIN is right.
    if (holders.length === 0) await isPin(pin.slice(0, 20), nobody())
    for (const holder of holders)
      if (await isPin(pin, holder.entry)) {
        lockouts.right(asker, now())
        return holder
      }
    const { attempts, closes, slows, alarms } = lockouts.wrong(asker, now())
    deny({ box: box.slice(0, 40), attempts }, 'wrong_pin')
    if (closes) journal.append('access.locked_out', { box: box.slice(0, 40), attempts })
    else if (alarms)
      journal.append('access.locked_out', { box: box.slice(0, 40), reason: 'wrong PINs from several phones' })
    if (slows)
      journal.append('access.locked_out', {
        reason: 'many wrong PINs from one phone: it is slow from now on',
      })
    return { result: 'wrong' }
  }
  const now = (): number => clock.atLeast().getTime()
  const isShut = (asker: Asker, box: string): PinAnswer | undefined => {
    const closedMs = lockouts.closedMs(asker, now())
    if (closedMs === 0) return undefined
    noteClosed(asker.key, box)
    return { result: 'lockedOut', seconds: Math.ceil(closedMs / 1000) }
  }
  const inTurn = async (request: PinRequest): Promise<Holder | PinAnswer> => {
    if (parts.isShutOnline?.() === true) return { result: 'online' }
    const asker = { address: request.address, key: typedKey(request.box) }
    const shut = lists.get() === undefined ? undefined : isShut(asker, request.box)
    if (shut) return shut
    // Outside the queue: who is slow for his wrong ones keeps no others waiting.
    if (lockouts.isSlow(asker.address, now())) await sleep(slowMs)
    const rank = lockouts.rank(asker, now())
    return (await queue.run(rank, async () => await identify(request))) ?? { result: 'busy' }
  }

  const open = async (found: Holder, request: PinRequest, isThere: () => boolean): Promise<PinAnswer> => {
    const list = lists.get()
    // Another list may have come while the PIN was looked at: what it says of him counts.
    const known = list && sameIn(list, found)
    const holder = known ?? found
    const subjectRef = holder.entry.entryId
    const lockId = request.equipmentId ?? request.lockId ?? ownLock(holder)
    const door = lockId === undefined ? undefined : doors.get(lockId)
    const who: EventDetails = {
      subjectRef,
      // What is no lock of this site is not told as one: the server would take it for a broken event.
      ...(door === undefined ? {} : { lockId: door.id }),
      ...(holder.kind === 'tenant' ? { box: holder.entry.box } : {}),
    }
    const refuse = (refusal: Refusal): PinAnswer => {
      deny(who, 'code' in refusal ? `${refusal.code}` : SAID[refusal.because])
      return { result: 'refused', refusal }
    }
    if (list === undefined || known === undefined || door === undefined)
      return refuse({ because: 'notYours' })
    const isEquipment = door.kind !== 'box'
    const asListed = new Date(now() + (list.offsetMs ?? 0))
    const decision = decide(list, holder, { lockId: door.id, isEquipment }, asListed)
    if (!decision.opens) return refuse(decision.refusal)
    if (parts.isMaintenance()) {
      deny(who, 'maintenance')
      return { result: 'maintenance' }
    }
    if (!isThere()) {
      deny(who, 'gave_up')
      return { result: 'busy' }
    }
    if (door.online && door.state === 'opened') {
      note('access.granted', { ...who, reason: 'already_open' })
      return { result: 'alreadyOpen' }
    }
    const taken = limits.take(door.id)
    if (typeof taken === 'string') {
      deny(who, taken)
      return { result: 'busy' }
    }
    try {
      // Before the pulse: an opening that nobody is named for must not be.
      note('access.granted', who)
      taken.pulsed()
      return await pulse(door.id, subjectRef, isEquipment)
    } finally {
      taken.release()
    }
  }
  const pulse = async (lockId: string, subjectRef: string, isEquipment: boolean): Promise<PinAnswer> => {
    try {
      const result = await doors.pulse(lockId, undefined, { source: 'pin', subjectRef })
      if (result !== 'opened' && result !== 'sent') return { result: 'away' }
      if (isEquipment) journal.append('equipment.ran', { lockId, source: 'pin', subjectRef })
      return { result: isEquipment && result === 'sent' ? 'ran' : result }
    } catch (error) {
      log.error('a pulse ended in an error', { lockId, reason: said(error) })
      return { result: 'away' }
    }
  }

  return async (request, isThere = () => true) => {
    const found = await inTurn(request)
    return 'entry' in found ? await open(found, request, isThere) : found
  }
}

/** The same person's entry of another list, unless his PIN has changed. */
function sameIn(list: AccessList, { kind, entry: { entryId, pinHash } }: Holder): Holder | undefined {
  const isSame = (entry: { entryId: string; pinHash: string }): boolean =>
    entry.entryId === entryId && entry.pinHash === pinHash
  if (kind === 'tenant') {
    const entry = list.entries.find(isSame)
    return entry && { kind, entry }
  }
  const entry = list.staff.find(isSame)
  return entry && { kind, entry }
}

const ownLock = (holder: Holder): string | undefined =>
  holder.kind === 'tenant' ? holder.entry.lockIds[0] : undefined

const SAID = { notYours: 'not_yours', expired: 'list_expired' } as const

/** A hash that no PIN has. */
const nobody = (): { salt: string; pinHash: string } => ({
  salt: randomBytes(16).toString('base64url'),
  pinHash: randomBytes(32).toString('base64url'),
})
