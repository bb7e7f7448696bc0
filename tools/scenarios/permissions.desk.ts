import { createNotification } from '@stowage/api/messaging'
import { toWire } from '@stowage/api/wire'
import { newId } from '@stowage/server/platform/ids'
import { beginUnpaid } from '@stowage/server/testing/begin-unpaid'
import type { Cast, Make } from './permissions.calls.ts'

/** A tenant of a running contract with an unpaid invoice: months would have to pass for the second one, so the first stands for it. */
async function owing({ house }: Cast) {
  const tenant = await house.tenant(false)
  await house.world.running.platform.db
    .updateTable('contract')
    .set({ status: 'active' })
    .where('id', '=', tenant.contractId)
    .execute()
  return tenant
}

/** A contract that has run for months with an unpaid invoice of the first, on which a penalty can be charged. */
async function late(cast: Cast): Promise<string> {
  const { contractId, documentId } = await owing(cast)
  const { db, clock } = cast.house.world.running.platform
  const day = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 40 })
  await beginUnpaid(cast.house.world, documentId)
  await db.updateTable('document').set({ due_on: day }).where('id', '=', documentId).execute()
  await db.updateTable('stock').set({ invoice_not_paid_fee_percent: 1 }).execute()
  return contractId
}

/** Whose delivery is parked so that somebody may try it again: of no handler there is. */
export const PARKED_TO_RETRY = 'nobody'

/** A fact whose handler failed too often. */
async function parkedEvent({ world }: Cast['house']): Promise<number> {
  const { db, clock } = world.running.platform
  const at = clock.now()
  const { id } = await db
    .insertInto('event')
    .values({ type: 'mark', aggregate: 'mark', payload: '{}', happened_at: at, recorded_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = { event_id: id, handler: PARKED_TO_RETRY, aggregate: 'mark', next_attempt_at: at }
  await db
    .insertInto('event_delivery')
    .values({ ...delivery, parked_reason: 'failed' })
    .execute()
  return id
}

const banner = {
  type: 'info',
  titleEn: 'Short notice',
  titleDe: 'Kurze Nachricht',
  descriptionEn: 'The gate is repaired tonight.',
  descriptionDe: 'Das Tor wird heute repariert.',
  isActive: true,
  isGlobal: false,
}

/** How the rows of the desk are tried: what ends, who owes, whose invoice has not been mailed. */
export const deskCalls: Readonly<Record<string, Make>> = {
  'GET statistics/contracts?status={s}': () => ({ url: 'statistics/contracts?status=all&page=1' }),
  'GET statistics/debtors': () => ({ url: 'statistics/debtors' }),
  'GET statistics/invoice-emailing': () => ({ url: 'statistics/invoice-emailing' }),
  'GET system': () => ({ url: 'system' }),
  'POST system/jobs/{name}/turn': () => ({ url: 'system/jobs/forget-old-keys/turn', body: {} }),
  'POST system/parked/{eventId}/retry': async ({ house }) => ({
    url: `system/parked/${await parkedEvent(house)}/retry`,
    body: {},
  }),
  'GET parked-contracts': () => ({ url: 'parked-contracts' }),
  'POST parked-contracts/retry': () => ({ url: 'parked-contracts/retry', body: {} }),
  'GET penalties': () => ({ url: 'penalties' }),
  'POST penalties': async (cast, role) => {
    // Nobody else gets as far as the contract.
    if (role !== 'superUser') return { url: 'penalties', body: { contractId: cast.clara.contractId } }
    return { url: 'penalties', body: { contractId: await late(cast) } }
  },
  'POST email-history/{id}/retry': async ({ house }) => {
    const id = newId()
    const { db, clock } = house.world.running.platform
    const at = clock.now()
    const facts = { recipient: 'nobody@gone.example', language: 'de', data: '{}', next_attempt_at: at }
    await db
      .insertInto('mail')
      .values({ id, natural_key: id, kind: 'kycVerified', ...facts, status: 'failed', created_at: at })
      .execute()
    return { url: `email-history/${id}/retry`, body: {} }
  },
  'GET inbox': () => ({ url: 'inbox' }),
  'POST inbox/read': () => ({ url: 'inbox/read', body: { until: '2026-11-22T08:00:00Z' } }),
  'GET push/key': () => ({ url: 'push/key' }),
  'POST push/subscriptions': () => ({
    url: 'push/subscriptions',
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/1',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  }),
  'DELETE push/subscriptions?endpoint={url}': () => ({
    url: `push/subscriptions?endpoint=${encodeURIComponent('https://fcm.googleapis.com/fcm/send/1')}`,
  }),
  'GET mail-previews': () => ({ url: 'mail-previews' }),
  'GET mail-previews/{kind}?language={l}': () => ({ url: 'mail-previews/passwordReset?language=de' }),
  'GET mail-preview-page?preview={kind.language}&{token}': () => ({
    url: 'mail-preview-page?preview=passwordReset.de',
  }),
  'POST notifications': () => ({ url: 'notifications', body: toWire(createNotification.body, banner) }),
  'PUT notifications/{id}': async ({ house }) => {
    const made = await house.people.sofia.call(createNotification, { body: banner })
    return { url: `notifications/${made.body.id}`, body: { isActive: false } }
  },
  'GET notifications/invoices-emailing?userId={id}&invoicesIds={ids}': ({ clara }) => ({
    url: `notifications/invoices-emailing?userId=${clara.id}&invoicesIds=${clara.documentId}`,
  }),
  'POST notifications/invoices-emailing': async (cast, role) => {
    const tenant = await owing(cast)
    return {
      url: 'notifications/invoices-emailing',
      body: { invoiceId: tenant.documentId },
      ...(role === 'own' ? { as: { own: tenant } } : {}),
    }
  },
}
