import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { PaymentProcessor } from '@stowage/api/processors'
import { note, type Author } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import type { TransactOf } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import { processorsWay, type Way } from '../../../platform/outgoing-purposes.ts'
import { ProcessorError } from '../processor.ts'
import { tell } from './create-processor.ts'
import { openSetting } from './load-settings.ts'
import {
  findProcessor,
  lockProcessor,
  updateProcessor,
  type ProcessorRow,
  type TestResult,
} from './processor-store.ts'
import type { ProcessorSetting } from './processor-setting.ts'
import { describeOne } from './serve-stocks.ts'
import { accountKey, isOtherAccount } from './same-account.ts'
import type { SettingsDesk } from './settings-desk.ts'

/**
 * Tries the settings of a processor at the processor itself, without moving money, and keeps what came of it.
 * @throws Failure 9104; 9150 where they were changed meanwhile
 */
export async function testProcessor(
  desk: SettingsDesk,
  { transact, author }: { readonly transact: TransactOf<PaymentProcessor>; readonly author: Author },
  id: string,
): Promise<PaymentProcessor> {
  const row = await findProcessor(desk.platform.db, id)
  if (row === undefined || row.retiredAt !== null) return fail(9104)
  const result = await tryOut(desk, row)
  return await transact(async (tx) => {
    const stored = (await lockProcessor(tx, id)) ?? fail(9104)
    if (stored.version !== row.version) fail(9150, { params: { by: 'changed' } })
    const tested = withTest(stored, result)
    await updateProcessor(tx, tested)
    note(tx, desk.platform.clock, author, {
      action: 'payment-processor-tested',
      subjectType: 'payment-processor',
      subjectId: id,
      after: { name: row.label, isPassed: result.fault === null, fault: result.fault, isTest: result.isTest },
    })
    tell(tx, desk.platform.clock.now(), id)
    return await describeOne(desk, id, tx)
  })
}

/** The row with what a test of it as it stands has brought. */
export function withTest(row: ProcessorRow, result: TestResult): ProcessorRow {
  return {
    ...row,
    testedVersion: row.version,
    testedAt: machineNow(),
    testResult: result,
    passedVersion: result.fault === null ? row.version : row.passedVersion,
    accountId: result.fault === null ? (accountKey(result) ?? row.accountId) : row.accountId,
  }
}

const failed = (fault: TestResult['fault'], reason: string | null): TestResult => ({
  account: null,
  accountId: null,
  isTest: null,
  warnings: [],
  fault,
  reason,
})

/** Asks the processor whether it knows us under these settings. Calls the outside: never from within a transaction. */
export async function tryOut(desk: SettingsDesk, row: ProcessorRow): Promise<TestResult> {
  let setting: ProcessorSetting
  try {
    setting = openSetting(desk.sealer, row)
  } catch {
    return failed('unreadable', null)
  }
  if (setting.url !== null && (await leadsInside(processorsWay(desk.platform.config), setting.url)))
    return failed('address', null)
  const hide = withoutSecrets(setting)
  try {
    const processor = desk.createProcessor(setting)
    const { account, accountId, isTest, warnings } = await processor.check()
    // Before it has been live, nothing of it is anywhere.
    const isOther =
      row.firstLiveAt !== null &&
      (await isOtherAccount(desk, row, accountKey({ accountId, isTest }), processor))
    const fault = isOther ? 'account' : null
    return { account, accountId, isTest, warnings: warnings.map(hide), fault, reason: null }
  } catch (error) {
    if (error instanceof ProcessorError) return failed(error.kind, hide(error.message))
    throw error
  }
}

/** Where its name leads now; asked again at each call by whoever calls. A name that leads nowhere is the processor's being away. */
async function leadsInside(way: Way, url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const portNumber = Number(port === '' ? (protocol === 'http:' ? 80 : 443) : port)
  if (isIP(host) !== 0) return !way.mayReach(host, portNumber)
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.some(({ address }) => !way.mayReach(address, portNumber))
}

const LONGEST_REASON = 300

/** A processor that repeats what it was sent would otherwise have it kept in plain, and shown. */
function withoutSecrets(setting: ProcessorSetting): (words: string) => string {
  const secrets =
    setting.kind === 'paykeeper'
      ? [setting.password, setting.secretWord]
      : [setting.secretKey, setting.webhookSecret, setting.formerWebhookSecret]
  return (words) =>
    secrets
      .reduce<string>(
        (text, secret) => (secret === null || secret === '' ? text : text.replaceAll(secret, '…')),
        words,
      )
      .slice(0, LONGEST_REASON)
}
