import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `lock:<stock>:<lock>`. Heard by every process: BOX_OPENED / BOX_CLOSED go to the sockets from here. */
export const lockChanged = eventType<{
  stockId: string
  lockId: string
  boxId: string | null
  unitNumber: string | null
  accountId: string | null
  state: 'opened' | 'closed' | 'unavailable'
  at: string
}>('lock-changed')
/** Locks of a site were read that nothing was known of: no movement, and news to every list that shows them. */
export const locksRead = eventType<{ stockId: string }>('locks-read')
export const boxLeftOpen = eventType<{
  stockId: string
  boxId: string
  accountId: string | null
  since: string
}>('box-left-open')
export const siteAvailability = eventType<{ stockId: string; isOk: boolean }>('site-availability')
/** A door opened that nobody had asked to; once per opening. `boxId` null: equipment, or a lock that is none of ours. */
export const boxForced = eventType<{
  stockId: string
  lockId: string
  boxId: string | null
  unitNumber: string | null
  /** What the door is called. */
  name: string
  at: string
}>('box-forced')
/**
 * Something else at a site that staff should look at: too many wrong PINs at a box, the case of the electronics opened, its power gone,
 * its clock wrong, another certificate than before, events between which others are missing,
 * a second machine with its keys.
 */
export const siteAlarm = eventType<{
  stockId: string
  kind: 'lockedOut' | 'tamper' | 'power' | 'clock' | 'certificate' | 'chain' | 'holder'
  name: string | null
  at: string
}>('site-alarm')
/** The PIN of a person was on a computer that was cut off: it opens nothing any more, another one is to be chosen. */
export const pinVoided = eventType<{ accountId: string; stockId: string }>('pin-voided')
/** Set-up, health or list of a site have changed: its page reads again. */
export const siteChanged = eventType<{ stockId: string }>('site-changed')
