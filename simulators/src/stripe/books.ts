import { openStateFile } from '../state-file.ts'
import { noSuch } from './refusals.ts'
import type { StripeRecords } from './records.ts'

const DAY_MS = 86_400_000
/** Older events are forgotten, as the service forgets those of more than 30 days; fewer are kept where each change is written down. */
const KEPT_EVENTS = { inMemory: 100_000, inFile: 2000 }

/** One kind of record, in the order in which they were made. */
export class Table<T extends { id: string }> {
  private readonly rows: Map<string, T>
  private readonly what: string

  constructor(what: string, rows: readonly T[]) {
    this.what = what
    this.rows = new Map(rows.map((row) => [row.id, row]))
  }

  add(row: T): T {
    this.rows.set(row.id, row)
    return row
  }

  find(id: string): T | undefined {
    return this.rows.get(id)
  }

  /** @param field the parameter that named it; without one it stood in the address @throws StripeRefusal resource_missing */
  get(id: string, field?: string): T {
    const row = this.rows.get(id)
    if (!row) throw noSuch(this.what, id, field)
    return row
  }

  drop(id: string): void {
    this.rows.delete(id)
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.rows.values()]
  }

  get size(): number {
    return this.rows.size
  }

  first(): T | undefined {
    return this.rows.values().next().value
  }
}

export type Books = ReturnType<typeof openBooks>

/** Opens the books of one account, from `stateFile` when it holds any. */
export function openBooks(clock: () => Date, stateFile: string | undefined) {
  const file = openStateFile<StripeRecords>(stateFile)
  const kept = file.load()
  const customers = new Table('customer', kept?.customers ?? [])
  const methods = new Table('PaymentMethod', kept?.methods ?? [])
  const intents = new Table('payment_intent', kept?.intents ?? [])
  const setups = new Table('setupintent', kept?.setups ?? [])
  const charges = new Table('charge', kept?.charges ?? [])
  const sessions = new Table('checkout.session', kept?.sessions ?? [])
  const refunds = new Table('refund', kept?.refunds ?? [])
  const mandates = new Table('mandate', kept?.mandates ?? [])
  const disputes = new Table('dispute', kept?.disputes ?? [])
  const balances = new Table('balance transaction', kept?.balances ?? [])
  const events = new Table('event', kept?.events ?? [])
  const instruments = new Map(Object.entries(kept?.instruments ?? {}))
  const plans = new Map(Object.entries(kept?.plans ?? {}))
  const outgoing = new Map(Object.entries(kept?.outgoing ?? {}))
  const answers = new Map(Object.entries(kept?.answers ?? {}))
  let due = kept?.due ?? []
  let bankOffsetMs = kept?.bankOffsetMs ?? 0

  const read = (): StripeRecords => ({
    customers: customers.all(),
    methods: methods.all(),
    intents: intents.all(),
    setups: setups.all(),
    charges: charges.all(),
    sessions: sessions.all(),
    refunds: refunds.all(),
    mandates: mandates.all(),
    disputes: disputes.all(),
    balances: balances.all(),
    events: events.all(),
    instruments: Object.fromEntries(instruments),
    plans: Object.fromEntries(plans),
    outgoing: Object.fromEntries(outgoing),
    answers: Object.fromEntries(answers),
    due,
    bankOffsetMs,
  })
  const forgetOld = (): void => {
    const most = stateFile === undefined ? KEPT_EVENTS.inMemory : KEPT_EVENTS.inFile
    for (let oldest = events.first(); oldest && events.size > most; oldest = events.first()) {
      events.drop(oldest.id)
      outgoing.delete(oldest.id)
    }
  }
  const linked = {
    cus: customers,
    pm: methods,
    pi: intents,
    seti: setups,
    ch: charges,
    py: charges,
    cs: sessions,
    re: refunds,
    mandate: mandates,
    du: disputes,
    txn: balances,
  } satisfies Record<string, { find(id: string): object | undefined }>
  const machineMs = (): number => clock().getTime()
  const now = (name: 'bank' | 'machine'): number => machineMs() + (name === 'bank' ? bankOffsetMs : 0)

  return {
    customers,
    methods,
    intents,
    setups,
    charges,
    sessions,
    refunds,
    mandates,
    disputes,
    balances,
    events,
    instruments,
    plans,
    outgoing,
    answers,
    /** Unix seconds of the machine: what every record is stamped with. */
    seconds: () => Math.floor(machineMs() / 1000),
    now,
    later: (at: Omit<StripeRecords['due'][number], 'at'> & { inDays?: number; at?: number }): void => {
      const { inDays = 0, at: given, ...rest } = at
      due.push({ ...rest, at: given ?? now(rest.clock) + inDays * DAY_MS })
    },
    due: (): readonly StripeRecords['due'][number][] => due,
    /** Takes out the earliest thing whose time has come. */
    takeDue: (): StripeRecords['due'][number] | undefined => {
      const ripe = due.filter(({ at, clock: name }) => at <= now(name)).toSorted((a, b) => a.at - b.at)[0]
      due = due.filter((one) => one !== ripe)
      return ripe
    },
    cancelDue: (id: string): void => {
      due = due.filter((one) => one.id !== id)
    },
    moveBank: (days: number): void => {
      bankOffsetMs += days * DAY_MS
    },
    /** Whatever record carries this id, for opening a link. */
    byId: (id: string): object | undefined => {
      const prefix = id.slice(0, id.indexOf('_'))
      return prefix in linked ? linked[prefix as keyof typeof linked].find(id) : undefined
    },
    /** Keeps what has changed, a moment later and many changes in one go. */
    save: (): void => {
      forgetOld()
      file.saveSoon(read)
    },
    /** Keeps what has changed before it returns: for what is promised to somebody outside. */
    saveNow: (): void => {
      forgetOld()
      if (stateFile !== undefined) file.save(read())
    },
    flush: () => file.flush(),
  }
}
