import * as z from 'zod/mini'
import { maybe, text } from './answer.ts'
import { LockStatus } from './catalog.ts'

/** How a site is reached: over the WebSocket that it opened, or at the address of its stock. */
export const Carrier = z.enum(['tunnel', 'direct'])

/** What staff should look at, in the order in which it hurts. */
export const SiteWarning = z.enum([
  'away',
  // So far off that nothing it signs is believed: its tunnel stays shut.
  'clockShut',
  // Whoever answers at its address cannot be believed: which trouble of its certificate it was at the last heartbeat.
  'certificateUnknown',
  'certificateWrong',
  'certificateExpired',
  'certificateNone',
  'certificateChanged',
  'certificateEnds',
  // Another machine with the keys of the site is kept out until staff decide.
  'twoHolders',
  // Events are missing between others, or were changed.
  'chainBroken',
  'maintenance',
  'bus',
  // Exit contacts that are wired or behave so that they explain no opening.
  'exitContact',
  'clock',
  'clockUncertain',
  'unsentEvents',
  'listRejected',
  'listOld',
])

/** What a site said of itself at its last contact; instants are ISO UTC of machine time. */
export const SiteHealth = z.object({
  lastContactAt: text(),
  carrier: Carrier,
  /** Of the machine at the site, as this server saw it; told to superUsers. */
  address: maybe(text()),
  version: text(),
  startedAt: text(),
  /** The site's clock against ours; positive: it is ahead. */
  skewMs: z.int(),
  isClockUncertain: z.boolean(),
  isMaintenance: z.boolean(),
  buses: z.array(
    z.object({ bus: z.int(), isOk: z.boolean(), lastPollAt: maybe(text()), errorCount: z.int() }),
  ),
  unsentEvents: z.int(),
  /** 0: it holds no list. */
  listVersion: z.int(),
  listValidUntil: maybe(text()),
  /** The last list that it would not take, until it takes one. */
  listRejected: maybe(z.object({ version: maybe(z.int()), reason: text(), at: text() })),
  offlineSince: maybe(text()),
  /** Exit contacts that explain no opening: every opening of these doors without a command is an alarm. */
  exits: z.array(
    z.object({ lockId: text(), trouble: z.enum(['sameContact', 'inStep', 'stuck', 'flickers']) }),
  ),
})

/** By what a site proves itself where it is called; instants are ISO UTC of machine time. */
export const SiteCertificate = z.object({
  /** SHA-256 in hex. */
  fingerprint: text(),
  toldAt: maybe(text()),
  /** The site has told it in another's place, without being paired anew. */
  changedAt: maybe(text()),
  validUntil: text(),
})

export const SiteSetup = z.object({
  stockId: text(),
  isPaired: z.boolean(),
  keyId: maybe(text()),
  pairedAt: maybe(text()),
  /** A newer key was handed out and has not been used: until then the old one counts as well. */
  isRotating: z.boolean(),
  /** A code that somebody may still type in at the site; the code itself is shown once, when it is made. */
  pairing: maybe(z.object({ expiresAt: text() })),
  /** Null: the site has told none. */
  certificate: maybe(SiteCertificate),
  /** `routerIp:servicePort` of the stock, to superUsers; null: the site can be reached through its tunnel only. */
  directAddress: maybe(text()),
  /** How it would be reached now; null: not at all. */
  carrier: maybe(Carrier),
  isOk: z.boolean(),
  /** By how much its clock is ahead of ours, as of when it was heard last, let in or not; null: it never was. */
  clockAheadS: maybe(z.int()),
  health: maybe(SiteHealth),
  /** Another machine with the same keys, kept out until staff decide; null: there is none. Instants are ISO UTC of machine time. */
  otherHolder: maybe(
    z.object({
      instance: text(),
      /** Told to superUsers. */
      address: maybe(text()),
      firstAt: text(),
      lastAt: text(),
    }),
  ),
  /** People whose PIN, still in force, was in a list of this site when it was cut off (`stocks/{id}/site/new-pins`). */
  pinsAtRisk: z.int(),
  warnings: z.array(SiteWarning),
})

/** What staff want of a site's agent; null: its own configuration file says it. */
export const SiteWishes = z.object({
  pollMs: maybe(z.int()),
  pulseMs: maybe(z.int()),
  leftOpenMinutes: maybe(z.int()),
  /** What doors are called on the page for PINs. */
  names: z.array(z.object({ lockId: text(), name: text() })),
  updated: maybe(text()),
  /** The site has them as they are. */
  isTold: z.boolean(),
  /** What an agent that came later would not take; `field` of this form. */
  fault: maybe(z.object({ field: text(), reason: text() })),
})

/** One lock or equipment number: what our records have against what the site has. */
export const SiteDoor = z.object({
  lockId: text(),
  /** Null: no box and no equipment here has this number. */
  kind: maybe(z.enum(['box', 'door', 'gate', 'barrier'])),
  name: maybe(text()),
  boxId: maybe(text()),
  /** Null: the site could not be asked. False where we have it: its address map lacks this lock. */
  isAtSite: maybe(z.boolean()),
  nameAtSite: maybe(text()),
  lockStatus: LockStatus,
  /** The site reaches it and cannot see how it stands: it has no contact. */
  isBlind: z.boolean(),
  since: maybe(text()),
  lastError: maybe(text()),
  /** Whether this person may try it: staff may not where somebody keeps his things. */
  mayTest: z.boolean(),
})

/** By its box or its equipment; who may not read boxes does not learn the numbers of their locks. */
export const OpenDoor = z.object({
  lockId: maybe(text()),
  kind: maybe(z.enum(['box', 'door', 'gate', 'barrier'])),
  name: text(),
  boxId: maybe(text()),
  equipmentId: maybe(text()),
  since: text(),
  /** Longer than `limits.leftOpenMinutes`. */
  isLong: z.boolean(),
  isForced: z.boolean(),
  source: maybe(text()),
  /** Who opened it, for who reads histories; null: nobody known. */
  openedBy: maybe(z.object({ email: text(), role: text() })),
  /** Who rents the box, for who reads boxes. */
  tenant: maybe(z.object({ id: text(), fullName: text() })),
})
