import { quietUntil } from '@stowage/domain/quiet-hours'
import { sizeOfSms } from '@stowage/domain/sms-text'
import { CarrierError } from '../../../platform/carrier.ts'
import { machineNow } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SmsGateway, SmsReceipt } from '../../../platform/sms/gateway.ts'
import { composeSms } from './compose-sms.ts'
import { zoneOf } from './sms-facts-view.ts'
import { isSmsKind, wayOf } from './sms-kinds.ts'
import {
  countedOfDay,
  giveUpSms,
  holdSms,
  markAccepted,
  markSending,
  postponeSms,
  takeDueSms,
  type SmsFailure,
  type TakenSms,
} from './sms-store.ts'

/**
 * One that somebody is sending is nobody else's for so long; what was handed over without an answer is looked for at the gateway after
 * as long: it lists what it takes, but not at once.
 */
const LEASE_SECONDS = 120
/** Clocks of two machines: a message of the gateway's list is the one that was handed over if it is not older than that. */
const CLOCKS_APART_SECONDS = 90
const MAX_ATTEMPTS = 30
/** To one account in 24 hours, codes counted: nobody has more to be told in a day, and each costs money. */
export const PER_DAY_AND_ACCOUNT = 8
/** When all accounts together have had what a day may cost: looked at again so much later. */
const FULL_SECONDS = 600

/**
 * Job: sends the short messages that are due, one after the other. That it goes is kept before it is handed over; where no answer
 * came (the process died, the line did), the gateway's list says whether it was taken, and only what it does not know is handed
 * over again.
 * @returns how many were handed over
 */
export async function sendDueSms(
  platform: Platform,
  gateway: SmsGateway,
  stopping?: AbortSignal,
): Promise<number> {
  let sent = 0
  for (;;) {
    if (stopping?.aborted === true) return sent
    const sms = await takeDueSms(platform.db, machineNow(), platform.clock.now(), LEASE_SECONDS)
    if (!sms) return sent
    const outcome = await sendOne(platform, gateway, sms)
    if (outcome === 'sent') sent += 1
    if (outcome === 'over') return sent
  }
}

/** `over`: the gateway is away or the day is full; the next ones would fare no better. */
type Outcome = 'sent' | 'done' | 'over'

async function sendOne(platform: Platform, gateway: SmsGateway, sms: TakenSms): Promise<Outcome> {
  const { db, clock, log } = platform
  const giveUp = async (failure: SmsFailure, error: string, errorCode?: number): Promise<Outcome> => {
    await giveUpSms(db, sms, { failure, error, errorCode: errorCode ?? null, at: clock.now() })
    return 'done'
  }
  // Whether it may have been taken without our knowing: then it is looked for before it is handed over again.
  const open = { is: sms.status === 'sending' }
  try {
    if (open.is && (await isTaken(platform, gateway, sms))) return 'sent'
    open.is = false
    const now = machineNow()
    if (Temporal.Instant.compare(sms.expiresAt, now) <= 0) return await giveUp('late', 'not sent in time')
    if (await isHeldBack(platform, sms, now)) return 'done'
    const counted = await countedOfDay(db, sms, now)
    if (counted.ofAccount >= PER_DAY_AND_ACCOUNT) return await giveUp('limit', 'enough for a day')
    if (counted.ofAll >= platform.config.sms.perDay) {
      log.warn({ perDay: platform.config.sms.perDay }, 'short messages wait: what a day may cost is used up')
      const at = now.add({ seconds: FULL_SECONDS })
      await postponeSms(db, sms.id, { status: 'waiting', at, error: 'the day is full' })
      return 'over'
    }
    const body = await composeSms(platform, sms)
    if (body === undefined) return await giveUp('gone', 'its subject is gone')
    return await handOver(platform, gateway, sms, { body, open })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isRefused = error instanceof CarrierError && error.kind === 'permanent'
    const isFinal = isRefused || sms.attempts >= MAX_ATTEMPTS
    const about = { sms: sms.id, kind: sms.kind, attempts: sms.attempts, isFinal }
    log.warn({ err: error, ...about }, 'a short message could not be sent')
    if (isFinal) return await giveUp(isRefused ? error.about : 'tries', reason, codeOf(error))
    const wait = open.is ? LEASE_SECONDS : Math.min(1800, 5 * 2 ** Math.min(sms.attempts - 1, 9))
    const at = machineNow().add({ seconds: wait })
    await postponeSms(db, sms.id, { status: open.is ? 'sending' : 'waiting', at, error: reason })
    return error instanceof CarrierError ? 'over' : 'done'
  }
}

const codeOf = (error: unknown): number | undefined => {
  const { cause } = error as { cause?: unknown }
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  return typeof code === 'number' ? code : undefined
}

/** Nobody is woken: it waits for the morning of the place. */
async function isHeldBack({ db, clock }: Platform, sms: TakenSms, now: Temporal.Instant): Promise<boolean> {
  if (!isSmsKind(sms.kind) || wayOf[sms.kind].isUrgent) return false
  const until = quietUntil(clock.now(), await zoneOf(db, sms))
  if (until === null) return false
  await holdSms(db, sms.id, until, now)
  return true
}

/** Whether a try of which no answer came was taken: the gateway lists one with the same words, not older than the try. */
async function isTaken(platform: Platform, gateway: SmsGateway, sms: TakenSms): Promise<boolean> {
  const since = sms.attemptedAt?.subtract({ seconds: CLOCKS_APART_SECONDS })
  const body = sms.body ?? (await composeSms(platform, sms))
  if (since === undefined || body === undefined) return false
  const listed = await gateway.sentTo(sms.recipient)
  for (const one of listed) {
    // A trial account of theirs puts a sentence of its own before ours.
    const isOurs = one.body.endsWith(body) && Temporal.Instant.compare(one.createdAt, since) >= 0
    if (isOurs && (await keep(platform, sms, one))) return true
  }
  return false
}

async function handOver(
  platform: Platform,
  gateway: SmsGateway,
  sms: TakenSms,
  { body, open }: { readonly body: string; readonly open: { is: boolean } },
): Promise<Outcome> {
  const { db, config } = platform
  const at = machineNow()
  const kept = { body: sms.kind === 'numberCode' ? null : body, segments: sizeOfSms(body).segments, at }
  if (!(await markSending(db, sms.id, kept))) return 'done'
  open.is = true
  try {
    const receipt = await gateway.send({
      to: sms.recipient,
      body,
      reportUrl: reportUrl(config.publicUrl, sms.id),
      goodForSeconds: at.until(sms.expiresAt).total('seconds'),
    })
    await keep(platform, sms, receipt)
    return 'sent'
  } catch (error) {
    // It said no, or was not reached: nothing of this try is open.
    open.is = !(error instanceof CarrierError) || error.kind === 'unknown'
    throw error
  }
}

const keep = async ({ db, clock }: Platform, sms: TakenSms, { gatewayId }: SmsReceipt): Promise<boolean> =>
  await markAccepted(db, sms.id, gatewayId, clock.now())

/** Under this address the gateway reports; it signs it as it was given. */
export const reportUrl = (publicUrl: string, id: string): string => `${publicUrl}/api/sms/reports/${id}`
