import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPin, PIN } from '@stowage/lsp/pin'
import type { PulseLimits } from '../calls/pulse-limits.ts'
import type { Doors } from '../doors/door.ts'
import type { EventDetails, Journal } from '../journal/journal.ts'
import { said, type Log } from '../log.ts'
import type { SiteClock } from '../site-clock.ts'
import type { AccessLists } from './access-lists.ts'
import { decide, holdersOf, typedKey, type Holder, type Refusal } from './decide.ts'
import type { Lockouts } from './lockouts.ts'

/** Who waits behind others; more are told to come again. */
const WAITING_AT_MOST = 20
const SLOW_MS = 3000

/** What somebody asks for on the page. */
export interface PinRequest {
  /** A box number; staff type their name. */
  readonly box: string
  readonly pin: string
  /** Missing: the lock of his box. */
  readonly lockId?: string | undefined
  readonly equipmentId?: string | undefined
}

export type PinAnswer =
  | { readonly result: 'opened' | 'sent' | 'ran' | 'alreadyOpen' }
  | { readonly result: 'refused'; readonly refusal: Refusal }
  | { readonly result: 'lockedOut'; readonly seconds: number }
  | { readonly result: 'wrong' | 'busy' | 'noList' | 'maintenance' | 'away' }

export interface PinParts {
  readonly lists: AccessLists
  readonly lockouts: Lockouts
  readonly doors: Doors
  readonly limits: PulseLimits
  readonly clock: SiteClock
  readonly journal: Journal
  readonly isMaintenance: () => boolean
  readonly log: Log
  readonly slowMs?: number | undefined
}

/** Opens by box number and PIN (docs/protocols/lsp.md 6), with the server or without: what it says is in the list. */
export function createPinOpening(parts: PinParts): (request: PinRequest) => Promise<PinAnswer> {
  const { lists, lockouts, doors, limits, clock, journal, log, slowMs = SLOW_MS } = parts
  const closedNoted = new Map<string, number>()
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()

  const note = (type: 'access.granted' | 'access.denied', details: EventDetails): void => {
    const list = lists.get()
    journal.append(type, { source: 'pin', ...(list ? { listVersion: list.version } : {}), ...details })
  }
  /** Once a minute for each box: these cost no hash, and who presses on and on must not fill the disk. */
  const noteClosed = (key: string, box: string): void => {
    const minute = Math.floor(now() / 60_000)
    if (closedNoted.get(key) === minute) return
    for (const [old, at] of closedNoted) if (at < minute) closedNoted.delete(old)
    closedNoted.set(key, minute)
    note('access.denied', { box: box.slice(0, 40), reason: 'locked out' })
  }
  /** One hash at a time: a small machine has other things to do, and guessing gets no faster with more phones. */
  const identify = async ({ box, pin }: PinRequest): Promise<Holder | PinAnswer> => {
    const list = lists.get()
    if (list === undefined) return { result: 'noList' }
    const key = typedKey(box)
    const closedMs = lockouts.closedMs(key, now())
    if (closedMs > 0) {
      noteClosed(key, box)
      return { result: 'lockedOut', seconds: Math.ceil(closedMs / 1000) }
    }
    if (lockouts.isSlow(now())) await sleep(slowMs)
    const holders = PIN.test(pin) ? holdersOf(list, key) : []
    // Whether there is such a box takes as long to say as whether the PIN is right.
    if (holders.length === 0) await isPin(pin.slice(0, 20), nobody())
    for (const holder of holders)
      if (await isPin(pin, holder.entry)) {
        lockouts.right(key)
        return holder
      }
    const { attempts, closes, slows } = lockouts.wrong(key, now())
    note('access.denied', { box: box.slice(0, 40), reason: 'wrong box or PIN', attempts })
    if (closes) journal.append('access.locked_out', { box: box.slice(0, 40), attempts })
    if (slows)
      journal.append('access.locked_out', { reason: 'many wrong PINs at this site: slow from now on' })
    return { result: 'wrong' }
  }
  const now = (): number => clock.atLeast().getTime()
  const inTurn = async (request: PinRequest): Promise<Holder | PinAnswer> => {
    if (waiting >= WAITING_AT_MOST) return { result: 'busy' }
    waiting += 1
    const mine = turn.then(async () => await identify(request)).finally(() => (waiting -= 1))
    turn = mine.catch(() => {})
    return await mine
  }

  const open = async (holder: Holder, request: PinRequest): Promise<PinAnswer> => {
    const list = lists.get()
    const subjectRef = holder.entry.entryId
    const lockId = request.equipmentId ?? request.lockId ?? ownLock(holder)
    const door = lockId === undefined ? undefined : doors.get(lockId)
    const who: EventDetails = {
      subjectRef,
      ...(lockId === undefined ? {} : { lockId }),
      ...(holder.kind === 'tenant' ? { box: holder.entry.box } : {}),
    }
    const refuse = (refusal: Refusal): PinAnswer => {
      note('access.denied', { ...who, reason: 'code' in refusal ? String(refusal.code) : refusal.because })
      return { result: 'refused', refusal }
    }
    if (list === undefined || door === undefined) return refuse({ because: 'notYours' })
    const isEquipment = door.kind !== 'box'
    const asListed = new Date(now() + (list.offsetMs ?? 0))
    const decision = decide(list, holder, { lockId: door.id, isEquipment }, asListed)
    if (!decision.opens) return refuse(decision.refusal)
    const deny = (result: 'maintenance' | 'busy', reason: string): PinAnswer => {
      note('access.denied', { ...who, reason })
      return { result }
    }
    if (parts.isMaintenance()) return deny('maintenance', 'maintenance')
    if (door.online && door.state === 'opened') {
      note('access.granted', { ...who, reason: 'already_open' })
      return { result: 'alreadyOpen' }
    }
    const taken = limits.take(door.id)
    if (typeof taken === 'string') return deny('busy', taken)
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

  return async (request) => {
    const found = await inTurn(request)
    return 'entry' in found ? await open(found, request) : found
  }
}

const ownLock = (holder: Holder): string | undefined =>
  holder.kind === 'tenant' ? holder.entry.lockIds[0] : undefined

/** A hash that no PIN has. */
const nobody = (): { salt: string; pinHash: string } => ({
  salt: randomBytes(16).toString('base64url'),
  pinHash: randomBytes(32).toString('base64url'),
})
