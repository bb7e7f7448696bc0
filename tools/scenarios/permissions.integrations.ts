import { createApiKey } from '@stowage/api/api-keys'
import { createWebhook, testWebhook } from '@stowage/api/webhooks'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0
const key = () => ({ name: `Key ${(count += 1)}`, scopes: ['catalog:read' as const] })
const webhook = () => ({
  name: `Webhook ${(count += 1)}`,
  // Nothing listens there, and that is known at once.
  url: 'http://127.0.0.1:9/hook',
  events: ['contract.booked' as const],
})

async function madeKey({ house }: Cast): Promise<string> {
  return (await house.people.sofia.call(createApiKey, { body: key() })).body.id
}

async function madeWebhook({ house }: Cast): Promise<string> {
  return (await house.people.sofia.call(createWebhook, { body: webhook() })).body.id
}

async function delivered(cast: Cast): Promise<{ id: string; deliveryId: string }> {
  const id = await madeWebhook(cast)
  const { body } = await cast.house.people.sofia.call(testWebhook, { params: { id } })
  await cast.house.world.running.platform.db
    .updateTable('webhook_delivery')
    .set({ state: 'dead' })
    .where('id', '=', body.id)
    .execute()
  return { id, deliveryId: body.id }
}

/** How the rows of keys and webhooks are tried. */
export const integrationCalls: Readonly<Record<string, Make>> = {
  'GET api-keys': () => ({ url: 'api-keys' }),
  'POST api-keys': () => ({ url: 'api-keys', body: key() }),
  'DELETE api-keys/{id}': async (cast) => ({ url: `api-keys/${await madeKey(cast)}` }),
  'GET webhooks': () => ({ url: 'webhooks' }),
  'POST webhooks': () => ({ url: 'webhooks', body: webhook() }),
  'PUT webhooks/{id}': async (cast) => ({
    url: `webhooks/${await madeWebhook(cast)}`,
    body: { name: `Renamed ${(count += 1)}` },
  }),
  'DELETE webhooks/{id}': async (cast) => ({ url: `webhooks/${await madeWebhook(cast)}` }),
  'POST webhooks/{id}/secret': async (cast) => ({
    url: `webhooks/${await madeWebhook(cast)}/secret`,
    body: {},
  }),
  'POST webhooks/{id}/test': async (cast) => ({ url: `webhooks/${await madeWebhook(cast)}/test`, body: {} }),
  'GET webhooks/{id}/deliveries': async (cast) => ({ url: `webhooks/${await madeWebhook(cast)}/deliveries` }),
  'GET webhooks/{id}/deliveries/{deliveryId}': async (cast) => {
    const { id, deliveryId } = await delivered(cast)
    return { url: `webhooks/${id}/deliveries/${deliveryId}` }
  },
  'POST webhooks/{id}/deliveries/{deliveryId}/replay': async (cast) => {
    const { id, deliveryId } = await delivered(cast)
    return { url: `webhooks/${id}/deliveries/${deliveryId}/replay`, body: {} }
  },
}
