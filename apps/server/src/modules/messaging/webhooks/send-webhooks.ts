import { setTimeout } from 'node:timers/promises'
import { webhooksWay } from '../../../platform/outgoing-purposes.ts'
import { machineNow } from '../../../platform/clock.ts'
import { note } from '../../../platform/audit/author.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { accountForBooking } from '../../accounts/index.ts'
import { webhooksChanged } from '../events.ts'
import { insertMail } from '../mail-store.ts'
import { giveBack, noteAttempt, takeDueDelivery, type DueDelivery } from './delivery-store.ts'
import { postWebhook, type Outcome } from './post-webhook.ts'
import { signedHeaders } from './sign-webhook.ts'
import { lockWebhook, noteFailure, noteTaken, switchOff, type OffReason } from './webhook-store.ts'

/** Seconds to wait after the first, the second … attempt: about three days in all, as Standard Webhooks proposes. */
export const WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** After so many days in which a target has taken nothing it is told nothing more. */
const GIVEN_UP_DAYS = 3
/** Twice as long as an attempt can take. */
const LEASE_SECONDS = 30
const AT_ONCE = 8
/** One slow target leaves room for the others. */
const OF_ONE = 3
const LOOK_AGAIN_MS = 1000

export interface Sending {
  readonly platform: Platform
  readonly sealer: Sealer
}

/**
 * Job: sends what is due, several at a time, in no promised order. What is not taken comes again at growing distances, for three
 * days; then it is a dead letter that somebody can send again from the screen.
 * @param signal the process stops: what is under way is given back
 * @returns how many attempts were made
 */
export async function sendWebhooks(sending: Sending, signal: AbortSignal): Promise<number> {
  const running = new Map<string, { readonly webhookId: string; readonly done: Promise<void> }>()
  let attempts = 0
  const busy = (): string[] => {
    const all = [...running.values()].map(({ webhookId }) => webhookId)
    return [...new Set(all)].filter((id) => all.filter((one) => one === id).length >= OF_ONE)
  }
  try {
    for (;;) {
      const isFull = signal.aborted || running.size >= AT_ONCE
      const due = isFull
        ? undefined
        : await takeDueDelivery(sending.platform.db, machineNow(), LEASE_SECONDS, busy())
      if (due) {
        const done = attempt(sending, due, signal).then(() => {
          attempts += 1
          running.delete(due.id)
        })
        running.set(due.id, { webhookId: due.webhookId, done })
      } else if (running.size === 0) return attempts
      else await Promise.race([...[...running.values()].map(({ done }) => done), lookAgain()])
    }
  } finally {
    await Promise.allSettled([...running.values()].map(({ done }) => done))
  }
}

/** While some are under way others become due. */
const lookAgain = async (): Promise<void> => await setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })

async function attempt(sending: Sending, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const { platform } = sending
  const { db, log, transact } = platform
  try {
    const outcome = await post(sending, due, signal)
    await transact(async (tx) => await settle(tx, platform, due, outcome))
  } catch (error) {
    if (signal.aborted) await giveBack(db, due.id, machineNow())
    // The lease ends by the clock, and it is tried again.
    else log.warn({ err: error, delivery: due.id }, 'a webhook could not be sent')
  }
}

async function post({ platform, sealer }: Sending, due: DueDelivery, signal: AbortSignal): Promise<Outcome> {
  const at = machineNow()
  const secrets = secretsOf(sealer, due, at)
  if (secrets === undefined) {
    platform.log.error({ webhook: due.webhookId }, 'the secret of a webhook was sealed with another key')
    return UNSIGNED
  }
  const headers = {
    ...signedHeaders({ id: due.id, body: due.body, at }, secrets),
    'Content-Type': 'application/json',
    'User-Agent': 'Stowage-Webhooks/1',
  }
  return await postWebhook(webhooksWay(platform.config), due.url, headers, due.body, signal)
}

const UNSIGNED: Outcome = { status: null, fault: 'secret', answer: null, milliseconds: 0 }

/** undefined: the one that signs does not open with the key of this server. A former one that does not is nobody's any more. */
function secretsOf(sealer: Sealer, due: DueDelivery, at: Temporal.Instant): string[] | undefined {
  const { formerSecret, formerUntil, secret, webhookId } = due
  const isFormerGood =
    formerSecret !== null && formerUntil !== null && Temporal.Instant.compare(at, formerUntil) < 0
  const open = (sealed: string): string[] => {
    try {
      return [sealer.openText(sealed, webhookId)]
    } catch {
      return []
    }
  }
  const [signing] = open(secret)
  return signing === undefined ? undefined : [signing, ...(isFormerGood ? open(formerSecret) : [])]
}

/** Webhook first, delivery behind it: as everybody locks them. */
async function settle(tx: Tx, platform: Platform, due: DueDelivery, outcome: Outcome): Promise<void> {
  const at = machineNow()
  const webhook = await lockWebhook(tx, due.webhookId)
  if (!webhook) return
  const wait = outcome.status === 410 ? undefined : WAITS[due.attempts - due.attemptsBefore - 1]
  const next = wait === undefined ? null : at.add({ seconds: wait })
  if (!(await noteAttempt(tx, due, outcome, { at, next }))) return
  if (outcome.fault === null) {
    await noteTaken(tx, webhook.id, at)
    return
  }
  const since = await noteFailure(tx, webhook.id, at)
  const isGivenUp = Temporal.Instant.compare(since.add({ hours: 24 * GIVEN_UP_DAYS }), at) <= 0
  if (!webhook.isOn) return
  // No try will ever sign: its maker hears of it now, not in three days. What waits, waits for the new secret.
  if (outcome.fault === 'secret') await giveUp(tx, platform, webhook, 'secret')
  else if (outcome.status === 410) await giveUp(tx, platform, webhook, 'gone')
  else if (isGivenUp) await giveUp(tx, platform, webhook, 'failures')
}

async function giveUp(
  tx: Tx,
  { clock }: Platform,
  webhook: { readonly id: string; readonly name: string; readonly url: string; readonly madeBy: string },
  reason: Exclude<OffReason, 'staff'>,
): Promise<void> {
  const now = machineNow()
  await switchOff(tx, webhook.id, reason, now)
  const at = clock.now()
  note(
    tx,
    { now: () => at },
    { actorId: null },
    {
      action: 'webhook-switched-off',
      subjectType: 'webhook',
      subjectId: webhook.id,
      after: { name: webhook.name, reason },
    },
  )
  publish(
    tx,
    fact(webhooksChanged, { aggregate: `webhook:${webhook.id}`, at, payload: { webhookId: webhook.id } }),
  )
  const maker = await accountForBooking(tx, webhook.madeBy)
  if (!maker) return
  await insertMail(tx, {
    naturalKey: `webhookOff:${webhook.id}:${now.toString()}`,
    kind: 'webhookOff',
    recipient: maker.email,
    accountId: maker.id,
    stockId: null,
    documentId: null,
    language: maker.language,
    data: { webhookId: webhook.id, name: webhook.name, url: webhook.url, reason, accountId: maker.id },
    at,
    due: now,
  })
}
