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
}

/**
 * What a driver can do: one bus, spoken on by one request at a time. Whoever adds a board of another maker writes one of these and
 * passes `drivers/bus-suite.ts`.
 */
export interface Bus {
  /**
   * The door contacts of a controller, output 1 first; true is open.
   * @throws BusDown, ControllerSilent
   */
  readDoors(controller: Controller): Promise<readonly boolean[]>
  /**
   * Gives one pulse. Never tries again by itself: a second pulse opens a door that somebody has just closed.
   * @param output ZZ of X:YY:ZZ
   * @throws BusDown, ControllerSilent
   */
  pulse(controller: Controller, output: number, ms: number): Promise<void>
  close(): Promise<void>
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
