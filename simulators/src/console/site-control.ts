import type { ControllerState, DoorView, SiteFaultName } from '@stowage/api/simulators'

/** An event of a site as the console lists it. */
export interface SeenEvent {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly lockId?: unknown
}

/** What the console may do at a site: push doors, pull cables, and look. Calls that name a door throw for an unknown one. */
export interface SiteControl {
  doors(): DoorView[]
  door(lockId: string): DoorView
  /** From the inside, by its button. */
  openDoor(lockId: string): void
  closeDoor(lockId: string): void
  /** Without command, PIN or button: an alarm. */
  forceOpen(lockId: string): void
  setStaysOpen(lockId: string, stays: boolean): void
  setJammed(lockId: string, jammed: boolean): void
  setCloseAfterSeconds(seconds: number): void
  closeAfterSeconds(): number
  /** `id` is bus:controller, `1:02`. */
  setController(id: string, state: ControllerState): void
  controllers(): { id: string; state: ControllerState }[]
  /** One fault at a time: the one before is taken back; `none` puts the controllers right as well. */
  setFault(fault: SiteFaultName, slowMs: number): Promise<void>
  fault(): SiteFaultName
  /** The newest, newest last. */
  events(count: number): readonly SeenEvent[]
  unsentEvents(): number
  /** Numbers of the boxes for which its newest list knows somebody's PIN. */
  boxesWithPin(): readonly string[]
}

/** A site that runs, with the address at which the product asks it. */
export interface RunningSite {
  readonly name: string
  readonly host: string
  readonly port: number
  /** Of the page for PINs, where it has one. */
  readonly lanUrl?: string | undefined
  readonly control: SiteControl
  close(): Promise<void>
}
