import * as api from '@stowage/api/inbox'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { route, type Route } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { inboxOf } from './inbox-view.ts'
import { pushWay } from '../../platform/outgoing-purposes.ts'
import type { PushKey } from './push-key.ts'
import { dropSubscription, markRead, putSubscription } from './push-store.ts'

/** A point on the curve P-256, uncompressed, and 16 bytes: what a browser gives, and all that can be encrypted for. */
const P256DH = /^B[A-Za-z0-9_-]{86}=?$/
const AUTH = /^[A-Za-z0-9_-]{22}(==)?$/
const BROWSERS = 10

export function inboxRoutes(platform: Platform, keyOf: () => Promise<PushKey>): Route[] {
  const { clock, config, db } = platform
  return [
    route(api.readInbox, async ({ actor, language }) => await inboxOf(db, actor, language)),
    route(api.markInboxRead, async ({ actor, body, transact }) => {
      const [given, now] = [Temporal.Instant.from(body.until), clock.now()]
      // What is still to come is not read.
      const until = Temporal.Instant.compare(given, now) > 0 ? now : given
      return await transact(async (tx) => {
        await markRead(tx, actor.id, until)
        return {}
      })
    }),
    route(api.readPushKey, async () => ({ publicKey: (await keyOf()).publicKey })),
    route(api.subscribePush, async ({ actor, body, transact }) => {
      const { endpoint, keys } = body
      if (!pushWay(config).mayCall(endpoint)) fail(9114, { field: 'endpoint' })
      if (!P256DH.test(keys.p256dh) || !AUTH.test(keys.auth)) fail(1005, { field: 'keys' })
      const familyId = actor.familyId ?? fail(9003)
      const given = { id: newId(), accountId: actor.id, familyId, endpoint, ...keys }
      return await transact(async (tx) => {
        await putSubscription(tx, given, machineNow(), BROWSERS)
        return {}
      })
    }),
    route(api.unsubscribePush, async ({ actor, query, transact }) => {
      return await transact(async (tx) => {
        await dropSubscription(tx, actor.id, query.endpoint)
        return {}
      })
    }),
  ]
}
