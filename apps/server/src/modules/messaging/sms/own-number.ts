import type { Answer } from '@stowage/api/endpoint'
import type { askSmsCode, chooseSmsTopics, confirmSmsNumber, readSmsSettings } from '@stowage/api/sms'
import { smsTopics } from '@stowage/api/sms-topics'
import { toE164 } from '@stowage/domain/phone-number'
import { machineNow } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sameText } from '../../../platform/seal.ts'
import { readerFacts } from '../mail-facts-view.ts'
import { recordConsents, traceOf, triesOf } from '../../accounts/index.ts'
import { numberCodeFor } from './number-code.ts'
import {
  confirmNumber,
  countCodeTry,
  countryOf,
  dropNumber,
  numberOf,
  putCode,
  putKinds,
} from './number-store.ts'
import { wayOf } from './sms-kinds.ts'
import { insertSms } from './sms-store.ts'

type Settings = Answer<typeof readSmsSettings>

/** Codes that one account, and one number, are sent: whoever types a stranger's number sends him no flood. */
const CODES = 3
const CODES_OF_DAY = 6
const CODES_OF_NUMBER_AND_DAY = 4
const CODE_TRIES = 5
/** The wording of the choice on the profile. A new wording is a new version. */
const CONSENT = { kind: 'sms', version: '1' } as const

const isOffered = ({ config }: Pick<Platform, 'config'>): boolean => config.sms.gateway !== undefined

export async function settingsOf(
  platform: Platform,
  actor: Actor,
  db: Database | Tx = platform.db,
): Promise<Settings> {
  const row = await numberOf(db, actor.id)
  const { codeExpiresAt: until } = row ?? { codeExpiresAt: null }
  return {
    isOffered: isOffered(platform),
    number: row?.number ?? null,
    isConfirmed: row?.confirmedAt != null,
    isCodeOut: until !== null && Temporal.Instant.compare(until, machineNow()) > 0,
    topics: smsTopics.filter((topic) => row?.kinds.includes(topic)),
    unreachableSince: row?.unreachableSince?.toString() ?? null,
  }
}

/** Sends the code. @throws Failure 9104 nothing is sent here; 1005 no number that is written to; 9129 too many */
export async function askCode(platform: Platform, call: Call<typeof askSmsCode, Actor>): Promise<Settings> {
  const { actor, body } = call
  if (!isOffered(platform)) fail(9104)
  const number = toE164(body.number, await countryOf(platform.db, actor.id))
  if (number === null || !platform.config.sms.prefixes.some((prefix) => number.startsWith(prefix)))
    return fail(1005, { field: 'number' })
  const tries = triesOf(platform)
  await tries.take(`sms code ${actor.id}`, CODES)
  await tries.takeOfDay(`sms code ${actor.id}`, CODES_OF_DAY)
  await tries.takeOfDay(`sms number ${number}`, CODES_OF_NUMBER_AND_DAY)
  // Half of what a day may cost stays for those who are told something.
  await tries.takeOfDay('sms codes', Math.max(1, Math.floor(platform.config.sms.perDay / 2)))
  const reader = (await readerFacts(platform.db, actor.id)) ?? fail(9003)
  return await call.transact(async (tx) => {
    const [codeId, now] = [newId(), machineNow()]
    const expiresAt = now.add({ minutes: wayOf.numberCode.goodForMinutes })
    await putCode(tx, { accountId: actor.id, number, codeId, expiresAt, at: now })
    await insertSms(tx, [
      {
        id: newId(),
        naturalKey: `numberCode:${codeId}`,
        kind: 'numberCode',
        recipient: number,
        accountId: actor.id,
        stockId: null,
        language: reader.language,
        data: { codeId },
        at: platform.clock.now(),
        due: now,
        expiresAt,
      },
    ])
    return await settingsOf(platform, actor, tx)
  })
}

/** @throws Failure 1005 for a code that is wrong, too old, tried too often, or of another number than the last one */
export async function confirmCode(
  platform: Platform,
  call: Call<typeof confirmSmsNumber, Actor>,
): Promise<Settings> {
  const { actor, body } = call
  const out = await countCodeTry(platform.db, actor.id, machineNow(), CODE_TRIES)
  if (!out || !sameText(numberCodeFor(platform, out.codeId), body.code.replace(/[\s-]/g, '')))
    return fail(1005, { field: 'code' })
  return await call.transact(async (tx) => {
    if (!(await confirmNumber(tx, actor.id, out, machineNow()))) fail(1005, { field: 'code' })
    return await settingsOf(platform, actor, tx)
  })
}

/** Switched on and off it is kept as a consent, with time and address. @throws Failure 9104 without a confirmed number */
export async function chooseTopics(
  platform: Platform,
  call: Call<typeof chooseSmsTopics, Actor>,
): Promise<Settings> {
  const { actor, body } = call
  return await call.transact(async (tx) => {
    const topics = smsTopics.filter((topic) => body.topics.includes(topic))
    const before = (await putKinds(tx, actor.id, topics, machineNow())) ?? fail(9104)
    await consent(platform, tx, call, before.length > 0, topics.length > 0)
    return await settingsOf(platform, actor, tx)
  })
}

export async function forgetNumber(
  platform: Platform,
  call: Pick<Call<typeof chooseSmsTopics, Actor>, 'actor' | 'transact' | 'address' | 'request' | 'language'>,
): Promise<Settings> {
  return await call.transact(async (tx) => {
    const before = await dropNumber(tx, call.actor.id)
    await consent(platform, tx, call, (before?.length ?? 0) > 0, false)
    return await settingsOf(platform, call.actor, tx)
  })
}

async function consent(
  { clock }: Platform,
  tx: Tx,
  call: Pick<Call<typeof chooseSmsTopics, Actor>, 'actor' | 'address' | 'request' | 'language'>,
  was: boolean,
  isGiven: boolean,
): Promise<void> {
  if (was === isGiven) return
  const { actor, language } = call
  await recordConsents(tx, actor.id, [{ ...CONSENT, isGiven }], {
    at: clock.now(),
    actor,
    language,
    ...traceOf(call),
  })
}
