/**
 * What must come of a history of bookings, as plain rules over a few maps: who holds which box, and which code somebody else
 * hears. Deliberately written without the product's code, from decisions 12 and 13; times are epoch milliseconds.
 */
const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface ModelReservation {
  readonly id: string
  readonly boxId: string
  readonly stockId: string
  readonly account: string
  readonly expiresAt: number
  status: 'live' | 'converted' | 'cancelled' | 'expired'
  endedAt: number | null
  contractId: string | null
}

export interface ModelContract {
  readonly id: string
  readonly boxId: string
  readonly account: string
  readonly documentId: string
  readonly holdUntil: number
  /** The moment after which its tenant no longer opens. */
  readonly endsAt: number
  status: 'pending' | 'active' | 'ended' | 'cancelled'
  /** Its first document has been paid, and what follows from that has not been done yet. */
  isPaid: boolean
}

type Holder = { readonly kind: 'reservation' | 'contract'; readonly id: string }

/** What a call should answer: a code, or the id it must answer; `new`: an id that nobody has seen. */
export type Expected = { readonly code: number } | { readonly id: string } | 'new'

export interface Model {
  readonly reservations: Map<string, ModelReservation>
  readonly contracts: Map<string, ModelContract>
  readonly holders: Map<string, Holder>
  reserve(account: string, box: { id: string; stockId: string }, now: number): Expected
  book(account: string, box: { id: string; stockId: string }, now: number): Expected
  convert(reservation: ModelReservation, now: number): Expected
  cancelReservation(actor: string, reservation: ModelReservation, now: number): number
  cancelContract(actor: string, contract: ModelContract): number
  /** 0, or the code with which marking as paid is refused. */
  pay(contract: ModelContract): number
  madeReservation(made: Omit<ModelReservation, 'status' | 'endedAt' | 'contractId'>, now: number): void
  madeContract(made: Omit<ModelContract, 'status' | 'isPaid'>, now: number): void
  /** Facts are delivered, then business time has become `now` and every job has run. */
  settle(now: number): void
}

export function createModel(): Model {
  const reservations = new Map<string, ModelReservation>()
  const contracts = new Map<string, ModelContract>()
  const holders = new Map<string, Holder>()

  const reservationOn = (boxId: string): ModelReservation | undefined => {
    const holder = holders.get(boxId)
    return holder?.kind === 'reservation' ? reservations.get(holder.id) : undefined
  }
  const contractOn = (boxId: string): ModelContract | undefined => {
    const holder = holders.get(boxId)
    return holder?.kind === 'contract' ? contracts.get(holder.id) : undefined
  }
  const isLive = (one: ModelReservation, now: number): boolean => one.status === 'live' && now < one.expiresAt

  function end(reservation: ModelReservation, status: 'cancelled' | 'expired', now: number): void {
    if (reservation.status !== 'live') return
    reservation.status = status
    reservation.endedAt = now
    if (holders.get(reservation.boxId)?.id === reservation.id) holders.delete(reservation.boxId)
  }
  function release(contract: ModelContract): void {
    contract.status = 'cancelled'
    if (holders.get(contract.boxId)?.id === contract.id) holders.delete(contract.boxId)
  }
  /** Reservations that stand in nobody's way any more are ended by whoever takes what they held. */
  function expireLapsed(which: (one: ModelReservation) => boolean, now: number): void {
    for (const one of reservations.values())
      if (which(one) && one.status === 'live' && !isLive(one, now)) end(one, 'expired', now)
  }

  return {
    reservations,
    contracts,
    holders,
    reserve(account, box, now) {
      if (contractOn(box.id)) return { code: 6001 }
      const held = reservationOn(box.id)
      if (held && isLive(held, now)) return held.account === account ? { id: held.id } : { code: 6001 }
      const own = [...reservations.values()].filter(
        (one) => one.account === account && one.stockId === box.stockId,
      )
      if (own.some((one) => isLive(one, now))) return { code: 9105 }
      const isTooSoon = own.some(
        (one) =>
          one.boxId === box.id && now < Math.min(one.endedAt ?? one.expiresAt, one.expiresAt) + 7 * DAY,
      )
      return isTooSoon ? { code: 9106 } : 'new'
    },
    book(account, box, now) {
      const contract = contractOn(box.id)
      if (contract)
        return contract.account === account && contract.status === 'pending'
          ? { id: contract.id }
          : { code: 6001 }
      const held = reservationOn(box.id)
      return held && isLive(held, now) && held.account !== account ? { code: 6001 } : 'new'
    },
    convert(reservation, now) {
      const made = reservation.contractId === null ? undefined : contracts.get(reservation.contractId)
      if (made?.status === 'pending') return { id: made.id }
      return isLive(reservation, now) ? 'new' : { code: 6001 }
    },
    cancelReservation(actor, reservation, now) {
      if (actor !== reservation.account) return 9104
      end(reservation, 'cancelled', now)
      return 0
    },
    cancelContract(actor, contract) {
      if (actor !== contract.account) return 9104
      if (contract.status !== 'pending' || contract.isPaid) return 9109
      release(contract)
      return 0
    },
    pay(contract) {
      if (contract.status === 'cancelled') return 9104
      if (contract.status === 'pending') contract.isPaid = true
      return 0
    },
    madeReservation(made, now) {
      expireLapsed(
        (one) => one.boxId === made.boxId || (one.account === made.account && one.stockId === made.stockId),
        now,
      )
      reservations.set(made.id, { ...made, status: 'live', endedAt: null, contractId: null })
      holders.set(made.boxId, { kind: 'reservation', id: made.id })
    },
    madeContract(made, now) {
      const held = reservationOn(made.boxId)
      if (held && isLive(held, now))
        Object.assign(held, { status: 'converted', endedAt: now, contractId: made.id })
      else expireLapsed((one) => one.boxId === made.boxId, now)
      contracts.set(made.id, { ...made, status: 'pending', isPaid: false })
      holders.set(made.boxId, { kind: 'contract', id: made.id })
    },
    settle(now) {
      for (const contract of contracts.values()) {
        if (contract.status === 'pending' && contract.isPaid) contract.status = 'active'
        if (contract.status === 'pending' && contract.holdUntil <= now) release(contract)
        if (contract.status === 'active' && contract.endsAt <= now) contract.status = 'ended'
      }
      expireLapsed(() => true, now)
    },
  }
}
