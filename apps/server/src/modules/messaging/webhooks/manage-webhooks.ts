import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '@stowage/api/endpoint'
import type * as api from '@stowage/api/webhooks'
import { TEST_EVENT } from '@stowage/api/webhook-event-names'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids.ts'
import { webhooksWay } from '../../../platform/outgoing-purposes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { webhooksChanged } from '../events.ts'
import { hurry, insertTest, sendAgain } from './delivery-store.ts'
import type { Sending } from './send-webhooks.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import { bodyOf } from './tell-webhooks.ts'
import * as store from './webhook-store.ts'
import { readDelivery, readWebhooks } from './webhook-view.ts'

type Shown = Answer<typeof api.changeWebhook>
type By<E> = Call<E, Actor>

const MOST = 50
const LOOKUP_MS = 3000
/** Time enough to put the new secret where deliveries are checked. */
const OVERLAP_HOURS = 24

/**
 * Refuses what leads inside, by its address or by what its name says today; a name that leads nowhere yet may be saved. Asked
 * again at every call.
 * @throws Failure 9114, `plain` for an address without encryption
 */
async function refuseInner({ config }: Platform, url: string): Promise<void> {
  const way = webhooksWay(config)
  const refuse = (by: 'plain' | 'inner'): never => fail(9114, { field: 'url', params: { by } })
  if (!way.mayCall(url)) refuse(/^http:/i.test(url) ? 'plain' : 'inner')
  if (way.isNamedUrl(url)) return
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // Somebody waits for the answer; a name that takes longer is asked again before anything is sent.
  const found = await Promise.race([
    lookup(host, { all: true }).catch(() => []),
    setTimeout(LOOKUP_MS, [], { ref: false }),
  ])
  if (!found.every(({ address }) => way.mayReach(address, Number(port || 443)))) refuse('inner')
}

/** Everything that changes a webhook: its audit record, and news to every process, which knows who wants what. */
function leave(
  tx: Tx,
  { clock }: Platform,
  call: By<unknown>,
  act: { action: string; id: string; before?: unknown; after?: unknown },
): void {
  const { id, ...said } = act
  note(tx, clock, authorOf(call), { ...said, subjectType: 'webhook', subjectId: id })
  const at = clock.now()
  publish(tx, fact(webhooksChanged, { aggregate: `webhook:${id}`, at, payload: { webhookId: id } }))
}

const shown = async (tx: Tx, id: string): Promise<Shown> => (await readWebhooks(tx, id))[0] ?? fail(9104)

/** @throws Failure 9114 for an address that leads inside, 9183 where there are too many */
export async function createWebhook(
  { platform, sealer }: Sending,
  call: By<typeof api.createWebhook>,
): Promise<Answer<typeof api.createWebhook>> {
  const { name, url, events } = call.body
  await refuseInner(platform, url)
  const secret = newWebhookSecret()
  const made = await call.transact(async (tx) => {
    if ((await store.countWebhooks(tx)) >= MOST) fail(9183, { params: { by: 'full' } })
    const id = newId()
    await store.insertWebhook(tx, {
      id,
      name,
      url,
      events,
      secret: sealer.sealText(secret, id),
      madeBy: call.actor.id,
      at: machineNow(),
    })
    leave(tx, platform, call, { action: 'webhook-created', id, after: { name, url, events } })
    // Kept under an Idempotency-Key without it: what is kept there is not sealed.
    return { ...(await shown(tx, id)), secret: null }
  })
  return { ...made, secret }
}

/** @throws Failure 9104, 9114 */
export async function changeWebhook(
  { platform }: Sending,
  call: By<typeof api.changeWebhook>,
): Promise<Shown> {
  const { id } = call.params
  const { isOn, ...given } = call.body
  if (given.url !== undefined) await refuseInner(platform, given.url)
  return await call.transact(async (tx) => {
    const stored = (await store.lockWebhook(tx, id)) ?? fail(9104)
    const before = { name: stored.name, url: stored.url, events: stored.events }
    const after = {
      name: given.name ?? before.name,
      url: given.url ?? before.url,
      events: given.events ?? before.events,
    }
    await store.changeWebhookRow(tx, id, after)
    if (isOn === true && !stored.isOn) {
      await store.switchOn(tx, id)
      await hurry(tx, id, machineNow())
    }
    if (isOn === false && stored.isOn) await store.switchOff(tx, id, 'staff', machineNow())
    leave(tx, platform, call, {
      action: 'webhook-changed',
      id,
      before: { ...before, isOn: stored.isOn },
      after: { ...after, isOn: isOn ?? stored.isOn },
    })
    return await shown(tx, id)
  })
}

/** @throws Failure 9104 */
export async function deleteWebhook(
  { platform }: Sending,
  call: By<typeof api.deleteWebhook>,
): Promise<Record<string, never>> {
  const { id } = call.params
  return await call.transact(async (tx) => {
    const { name, url } = (await store.lockWebhook(tx, id)) ?? fail(9104)
    await store.deleteWebhookRow(tx, id)
    leave(tx, platform, call, { action: 'webhook-deleted', id, before: { name, url } })
    return {}
  })
}

/** The former secret goes on signing beside the new one for a day. @throws Failure 9104 */
export async function rotateSecret(
  { platform, sealer }: Sending,
  call: By<typeof api.rotateWebhookSecret>,
): Promise<Answer<typeof api.rotateWebhookSecret>> {
  const { id } = call.params
  const secret = newWebhookSecret()
  const made = await call.transact(async (tx) => {
    const stored = (await store.lockWebhook(tx, id)) ?? fail(9104)
    await store.changeSecret(tx, id, {
      secret: sealer.sealText(secret, id),
      former: stored.secret,
      formerUntil: machineNow().add({ hours: OVERLAP_HOURS }),
    })
    leave(tx, platform, call, { action: 'webhook-secret-changed', id })
    return { ...(await shown(tx, id)), secret: null }
  })
  return { ...made, secret }
}

type Delivery = Answer<typeof api.testWebhook>

async function deliveryOf(tx: Tx, webhookId: string, id: string): Promise<Delivery> {
  const {
    url: _url,
    body: _body,
    tries: _tries,
    ...delivery
  } = (await readDelivery(tx, webhookId, id)) ?? fail(9104)
  return delivery
}

/** @throws Failure 9104; 9183 for one that is off */
export async function testWebhook(
  { platform }: Sending,
  call: By<typeof api.testWebhook>,
): Promise<Delivery> {
  const { id: webhookId } = call.params
  return await call.transact(async (tx) => {
    const { isOn } = (await store.lockWebhook(tx, webhookId)) ?? fail(9104)
    if (!isOn) fail(9183, { params: { by: 'off' } })
    const id = `msg_${newId()}`
    const body = bodyOf(TEST_EVENT, platform.clock.now(), { webhookId })
    await insertTest(tx, { id, webhookId, event: TEST_EVENT, body, at: machineNow() })
    return await deliveryOf(tx, webhookId, id)
  })
}

/** @throws Failure 9104; 9183 for a webhook that is off, and for a delivery that is on its way */
export async function replayDelivery(
  { platform }: Sending,
  call: By<typeof api.replayWebhookDelivery>,
): Promise<Delivery> {
  const { id: webhookId, deliveryId } = call.params
  return await call.transact(async (tx) => {
    const { isOn } = (await store.lockWebhook(tx, webhookId)) ?? fail(9104)
    await deliveryOf(tx, webhookId, deliveryId)
    if (!isOn) fail(9183, { params: { by: 'off' } })
    if (!(await sendAgain(tx, deliveryId, machineNow()))) fail(9183, { params: { by: 'waiting' } })
    note(tx, platform.clock, authorOf(call), {
      action: 'webhook-delivery-replayed',
      subjectType: 'webhook',
      subjectId: webhookId,
      after: { deliveryId },
    })
    return await deliveryOf(tx, webhookId, deliveryId)
  })
}
