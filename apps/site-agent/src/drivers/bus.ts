/** A board on a bus, as the configuration file describes it. */
export interface Controller {
  /** YY of X:YY:ZZ */
  readonly no: number
  readonly unitId: number
  readonly coilBase: number
  readonly inputBase: number
  /** The door contact is closed while the door is open. */
  readonly inputInverted: boolean
  readonly pulseMs: number
  /** How many outputs of it are in use. */
  readonly outputs: number
  /**
   * How many contacts of it are read: more than outputs where buttons follow the door contacts, none for relays alone; as many as
   * outputs when absent.
   */
  readonly inputs?: number | undefined
  /**
   * Who ends a pulse: `coil`, the agent, by switching off (the default, every relay board can do that); `flash`, the board's own
   * timer (Waveshare and its likes), which also ends it when the agent dies in between.
   */
  readonly pulse?: 'coil' | 'flash' | undefined
}

/** What a board says of itself when nothing is moved: for finding a wrong address map. */
export type Probe =
  | { readonly answers: false; readonly reason: string }
  | {
      readonly answers: true
      /** How many outputs and contacts answer from their base on, up to those in use; null where the protocol cannot tell. */
      readonly outputs: number | null
      readonly inputs: number | null
      /** What else is wrong, as half a sentence about the controller. */
      readonly notes: readonly string[]
    }

/**
 * What a driver can do: one bus, spoken on by one request at a time. Whoever adds a board of another maker writes one of these and
 * passes `drivers/bus-suite.ts`.
 */
export interface Bus {
  /**
   * The contacts of a controller, that of output 1 first, as they are wired: true is closed. `inputInverted` is not looked at here.
   * @throws BusDown, ControllerSilent, ControllerRefused
   */
  readContacts(controller: Controller): Promise<readonly boolean[]>
  /**
   * Gives one pulse; resolves when the board has said that it began. It goes before every reading that waits. Never tries again by
   * itself: a second pulse opens a door that somebody has just closed.
   * @param output ZZ of X:YY:ZZ
   * @param ms whole, at least 100
   * @param isStillWanted asked right before it is sent: the line may have been busy, and a lock that opens when nobody stands there
   * any more is open for whoever comes
   * @throws TooLate, BusDown, ControllerSilent, ControllerRefused
   */
  pulse(controller: Controller, output: number, ms: number, isStillWanted: () => boolean): Promise<void>
  /**
   * Asks a board for what it has, without moving anything.
   * @throws BusDown
   */
  probe(controller: Controller): Promise<Probe>
  /** Ends pulses that are still on, as far as the line lets it, and lets the line go. */
  close(): Promise<void>
}

/** It was no longer wanted when its turn came. Nothing was sent. */
export class TooLate extends Error {
  constructor() {
    super('the line was busy until it was no longer wanted')
    this.name = 'TooLate'
  }
}

/** The line itself is gone: no port, no connection. Nothing was sent. */
export class BusDown extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'BusDown'
  }
}

/** The line is there and the controller does not answer, or answers nonsense. It may have done what it was asked. */
export class ControllerSilent extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ControllerSilent'
  }
}

/** The controller answered that it does not do this: a wrong address, mostly. It did nothing. */
export class ControllerRefused extends Error {
  /** Of Modbus: 1 function, 2 address, 3 value, 4 failure, 6 busy. */
  readonly code: number
  constructor(code: number, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ControllerRefused'
    this.code = code
  }
}
