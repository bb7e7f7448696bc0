import type { Cause, Door, DoorLock, DoorMemory, DoorNews, DoorTimes } from './door.ts'

/** One door: what its readings mean. Knows no line and sets no timers of its own but the one of who waits. */
export interface DoorWatch {
  readonly lock: DoorLock
  door(): Door
  /** A reading of its contact. @returns true when another soon would settle what this one says */
  read(isOpen: boolean): boolean
  exitPressed(): void
  /** Its controller answers. */
  found(): void
  /** Its controller no longer answers. */
  lost(reason: string): void
  /** A pulse of so many milliseconds is about to be given. @returns takes it back */
  expect(cause: Cause, ms: number): () => void
  /** Resolves with true when the door is certainly open, with false when so much time went by. */
  opensWithin(ms: number): Promise<boolean>
  rename(name: string): void
  memory(): DoorMemory
}

export interface DoorWatchOptions {
  readonly lock: DoorLock
  readonly now: () => Date
  /** Milliseconds that only go forward: the site's clock may be set in between. */
  readonly ticks: () => number
  readonly times: () => DoorTimes
  readonly tell: (news: DoorNews) => void
  readonly stored?: DoorMemory | undefined
}

interface Expected {
  readonly cause: Cause | 'exit_button'
  /** When the lock is held open no longer, and until when a hand may pull the door; in ticks. */
  readonly pulseEnds: number
  until: number
  /** The door has opened by it: one command is one opening, and no other is told in its name. */
  readonly isSpent?: boolean
}

/** A contact is certain by its second reading: what it does while a pulse holds the lock open is known so much later at most. */
const SEEN_WITHIN_MS = 2000

export function createDoorWatch(options: DoorWatchOptions): DoorWatch {
  const { now, ticks, times, tell, stored } = options
  let { lock } = options
  const id = lock.id
  const hasContact = lock.hasContact !== false
  let reach: 'untried' | 'online' | 'offline' = 'untried'
  let lastError: string | null = null
  /** What was certain last, in this life or the one before. */
  let known = stored?.state
  /** It has been made certain since the controller was found. */
  let isCertain = false
  let hasLooked = false
  let candidate: 'opened' | 'closed' | undefined
  let since = stored ? new Date(stored.since) : now()
  let openSince = stored?.openSince ? new Date(stored.openSince) : null
  let openTicks = openSince ? ticks() - (now().getTime() - openSince.getTime()) : 0
  let timesTold = stored?.timesTold ?? 0
  let expected: Expected | undefined = stored?.expected
    ? { cause: stored.expected, pulseEnds: ticks(), until: ticks() + times().graceMs }
    : undefined
  const waiting = new Set<() => void>()

  const live = (): Expected | undefined => (expected && ticks() <= expected.until ? expected : undefined)

  const opened = (isFirstLook: boolean): void => {
    openSince = now()
    openTicks = ticks()
    timesTold = 0
    const explained = live()
    const cause = explained?.cause
    tell({ type: 'lock.opened', lockId: id, cause: cause ?? 'sensor' })
    if (explained && cause !== undefined)
      expected = {
        ...explained,
        cause: typeof cause === 'string' ? cause : { source: cause.source },
        isSpent: true,
      }
    if (!cause && lock.exit !== 'free')
      tell({ type: 'lock.forced', lockId: id, ...(isFirstLook ? { whileOff: true as const } : {}) })
    for (const resolve of waiting) resolve()
  }
  const closed = (): void => {
    openSince = null
    // Shut behind who was let in, it is locked again as soon as its pulse is over: whoever opens it then needs one of his own.
    if (expected?.isSpent === true)
      expected.until = Math.min(expected.until, expected.pulseEnds + SEEN_WITHIN_MS)
    tell({ type: 'lock.closed', lockId: id })
  }
  const settle = (state: 'opened' | 'closed'): void => {
    const isFirstLook = !hasLooked
    isCertain = hasLooked = true
    if (state === known) return
    // A site that is switched on for the first time has no story to tell; its doors stand as they stand, but for those that it
    // has opened itself before it knew them.
    const hasStory = known !== undefined || (state === 'opened' && live() !== undefined)
    known = state
    since = now()
    if (hasStory && state === 'opened') opened(isFirstLook)
    else if (hasStory) closed()
    else if (state === 'opened') [openSince, openTicks] = [now(), ticks()]
  }
  const tellLeftOpen = (): void => {
    if (!openSince) return
    const { leftOpenMs, leftOpenAgainMs } = times()
    const openMs = ticks() - openTicks
    if (openMs < leftOpenMs + timesTold * leftOpenAgainMs) return
    // Told once for all that was missed while nobody looked.
    timesTold = 1 + Math.floor((openMs - leftOpenMs) / leftOpenAgainMs)
    tell({ type: 'lock.left_open', lockId: id, openSince, minutes: Math.floor(openMs / 60_000) })
  }

  return {
    get lock() {
      return lock
    },
    door: () => ({
      id,
      kind: lock.kind,
      name: lock.name,
      state: hasContact && reach === 'online' && isCertain && known ? known : 'unknown',
      online: reach === 'online',
      since,
      openSince: reach === 'online' && isCertain ? openSince : null,
      lastError,
    }),
    read: (isOpen) => {
      if (!hasContact) return false
      const state = isOpen ? 'opened' : 'closed'
      const isSettled = state === candidate
      candidate = state
      if (isSettled) {
        settle(state)
        tellLeftOpen()
      }
      return !isSettled
    },
    exitPressed: () => {
      // Whoever is just being let in from outside is the better explanation.
      const explained = live()
      if (!explained || explained.isSpent === true)
        expected = { cause: 'exit_button', pulseEnds: ticks(), until: ticks() + times().graceMs }
    },
    found: () => {
      if (reach === 'online') return
      const wasOffline = reach === 'offline'
      reach = 'online'
      lastError = null
      // What a pulse set in motion while nobody could look is still its doing.
      if (expected?.until === Infinity) expected.until = ticks() + times().graceMs
      if (wasOffline) tell({ type: 'lock.online', lockId: id })
    },
    lost: (reason) => {
      lastError = reason
      if (reach === 'offline') return
      reach = 'offline'
      isCertain = false
      candidate = undefined
      const explained = live()
      if (explained && explained.isSpent !== true) explained.until = Infinity
      tell({ type: 'lock.offline', lockId: id })
    },
    expect: (cause, ms) => {
      const before = expected
      const pulseEnds = ticks() + ms
      const mine = { cause, pulseEnds, until: pulseEnds + times().graceMs }
      expected = mine
      return () => {
        if (expected === mine) expected = before
      }
    },
    opensWithin: async (ms) => {
      if (isCertain && known === 'opened') return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const hasOpened = (): void => resolve(true)
      waiting.add(hasOpened)
      const timer = setTimeout(resolve, ms, false)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        waiting.delete(hasOpened)
      }
    },
    rename: (name) => {
      lock = { ...lock, name: name || options.lock.name }
    },
    memory: () => ({
      id,
      state: known,
      since: since.toISOString(),
      openSince: openSince?.toISOString() ?? null,
      timesTold,
      expected: live()?.isSpent === true ? undefined : live()?.cause,
    }),
  }
}
