import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { LockStatus } from './entities/catalog.ts'
import { Carrier, OpenDoor, SiteDoor, SiteSetup, SiteWishes } from './entities/sites.ts'
import { instant, pathId, text as typed, whole } from './fields.ts'
import { lockId } from './lock-id.ts'

const params = z.object({ id: pathId() })

export const getSite = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/site',
  summary: 'How the locks server of a stock is set up, and how it is',
  access: ['sites.setup', 'stocks.settings'],
  params,
  answer: SiteSetup,
  errors: [6006],
})
export const siteDoors = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/site/locks',
  summary: 'Lock numbers of a stock against those of its site, by number; asks the site',
  access: ['sites.setup'],
  params,
  /** `isLive` false: the site did not answer, states are the last known ones. */
  answer: z.object({ isLive: z.boolean(), doors: z.array(SiteDoor) }),
  errors: [6006],
})
export const pairSite = endpoint({
  module: 'access',
  method: 'POST',
  path: 'stocks/{id}/site/pairing',
  summary:
    'A code with which the locks server of a stock fetches its keys, once; an earlier code stops counting',
  access: ['sites.setup'],
  params,
  /** `code` is 10 characters without look-alikes, shown once: only a hash of it is kept. */
  answer: z.object({ code: text(), expiresAt: text() }),
  errors: [6006],
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  // Whoever has it stands for the site from then on, and gets the list of who may open, when the key has long been revoked.
  notByKey: true,
})
export const unpairSite = endpoint({
  module: 'access',
  method: 'DELETE',
  path: 'stocks/{id}/site',
  summary:
    'The keys of a site and its open code stop counting at once; what it has not told yet is lost to us',
  access: ['sites.setup'],
  params,
  errors: [6006, 9104],
  notWhileImpersonating: true,
})
export const newPinsOfSite = endpoint({
  module: 'access',
  method: 'POST',
  path: 'stocks/{id}/site/new-pins',
  summary:
    'Voids the PINs that a site held when it was cut off; their owners get a mail and choose new ones. Others stay as they are',
  access: ['sites.setup'],
  params,
  /** How many people need a new one. */
  answer: z.object({ pins: z.int() }),
  errors: [6006],
  notWhileImpersonating: true,
  // As PINs themselves: people set and void them.
  notByKey: true,
})
export const chooseSiteHolder = endpoint({
  module: 'access',
  method: 'POST',
  path: 'stocks/{id}/site/holder',
  summary:
    'Which of two machines with the keys of a site is the right one; the other stays out until the site is paired anew',
  access: ['sites.setup'],
  params,
  body: z.object({
    /** `otherHolder.instance`, as it was shown. */
    instance: typed(8, 64),
    /** `present`: the one that is let in now. */
    keep: z.enum(['present', 'other']),
  }),
  errors: [6006, 9210],
  notWhileImpersonating: true,
})
export const testLock = endpoint({
  module: 'access',
  method: 'POST',
  path: 'stocks/{id}/site/test-lock',
  summary: 'Opens a lock to try it; 9103 for staff where somebody keeps his things behind it',
  access: ['sites.setup'],
  params,
  body: z.object({ lockId: z.string().check(z.maxLength(20)) }),
  answer: z.object({
    /** In the words of LSP/1: whatever the site answers is an answer to who tries its locks. */
    result: z.enum([
      'opened',
      'sent',
      'already_open',
      'refused_expired',
      'refused_unknown_lock',
      'refused_offline_controller',
      'failed_timeout',
      'failed_bus',
    ]),
    lockStatus: LockStatus,
    carrier: Carrier,
    /** From our question to its answer. */
    ms: z.int(),
  }),
  errors: [2, 6006, 6013],
  notWhileImpersonating: true,
})
export const siteSettings = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/site/settings',
  summary: "What staff want of a site's agent instead of its own file",
  access: ['sites.setup'],
  params,
  answer: SiteWishes,
  errors: [6006],
})
export const changeSiteSettings = endpoint({
  module: 'access',
  method: 'PUT',
  path: 'stocks/{id}/site/settings',
  summary: "Changes what staff want of a site's agent; 1005 at the field that the site refuses",
  access: ['sites.setup'],
  params,
  /** What is not sent stays; `names` come whole. A number that was set once can be changed and not taken back. */
  body: z.object({
    /** How often each controller is read. */
    pollMs: z.optional(whole(100, 10_000)),
    /** How long a lock is held open where its configuration says nothing of its own. */
    pulseMs: z.optional(whole(100, 60_000)),
    leftOpenMinutes: z.optional(whole(1, 1440)),
    names: z.optional(
      z.array(z.object({ lockId: lockId(), name: typed(1, 100) })).check(
        z.maxLength(500, '1005'),
        z.refine((names) => new Set(names.map((entry) => entry.lockId)).size === names.length, '6011'),
      ),
    ),
    updated: z.optional(z.nullable(instant())),
  }),
  answer: SiteWishes,
  errors: [6006, 6011, 6013, 9109],
  notWhileImpersonating: true,
})
export const openNow = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/open-now',
  summary: 'What stands open at a stock, longest first',
  access: ['boxes.lockStatus', 'boxes.read'],
  params,
  answer: z.object({
    /** False: the site is away, and what is open there is not known. */
    isOk: z.boolean(),
    /** Doors that nobody can say anything of: their cable is cut, their controller is silent, or they have no contact. */
    outOfSight: z.int(),
    /** Machine and business time in one: reckon "since" against it, not against the clock of the browser. */
    now: text(),
    doors: z.array(OpenDoor),
  }),
  errors: [6006],
})

/** Where a site's locks server hands a code in; it speaks for itself, outside the session rules. */
export const PAIR_PATH = '/api/site-gateway/pair'
/** Letters and digits of which no two look alike: none of 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
export const PAIRING_ALPHABET = '3467ACDEFGHJKMNPQRTWXY9'
export const PairRequest = z.object({
  /** As typed: spaces, dashes and small letters do not matter. */
  code: z.string().check(z.maxLength(40)),
  version: z.string().check(z.maxLength(40)),
  /** PEM, with which the site proves itself where it is called; absent or null: it is not called. */
  certificate: z.optional(
    z.nullable(z.string().check(z.maxLength(8192), z.regex(/^-----BEGIN CERTIFICATE-----\s/))),
  ),
})
/** `secret` is 32 bytes in base64url, `serverPublicKey` an Ed25519 key in PEM (SPKI). */
export const Paired = z.object({
  siteId: text(),
  keyId: text(),
  secret: text(),
  serverPublicKey: text(),
  stockName: maybe(text()),
})
export type Paired = z.output<typeof Paired>
