import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, Failure } from '../../platform/failure.ts'
import { announceSecurity } from './announce-security.ts'
import { newRecoveryCodes, plainCode, recoveryHash, stepOf } from './one-time-codes.ts'
import type { Parts } from './parts.ts'
import { replaceRecoveryCodes, takeRecoveryCode, takeStep, type FactorRow } from './second-factor-store.ts'

/** After so many wrong codes in a day the owner gets a mail: the password was right, or no code would have been asked for. */
const MAIL_AFTER = 5

export const codeTries = (accountId: string): string => `second-factor ${accountId}`

/** Counts a try at the codes of an account; one that turns out right does not count. @throws Failure 9129 for too many */
export async function tryCode<T>(
  parts: Pick<Parts, 'tries' | 'platform'>,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> {
  const taken = await parts.tries.takeGuess(codeTries(accountId), accountId)
  try {
    const done = await work()
    await taken.giveBack()
    return done
  } catch (error) {
    // Refused for another reason: the code was not the wrong one.
    if (error instanceof Failure && error.code !== 9141) await taken.giveBack()
    else if (error instanceof Failure && taken.today === MAIL_AFTER)
      await parts.platform.transact(async (tx) =>
        announceSecurity(tx, parts.platform, { accountId, what: 'wrongCodes', by: 'owner' }),
      )
    throw error
  }
}

export const secretOf = (parts: Pick<Parts, 'factorSealer'>, factor: FactorRow): string =>
  parts.factorSealer.openText(factor.secret, factor.account_id)

/**
 * Uses up a code of the app or a recovery code; the factor is locked and proved. A code is good once: whoever looked over
 * a shoulder comes too late with it, also within its half minute.
 * @throws Failure 9141
 */
export async function spendCode(
  tx: Tx,
  parts: Pick<Parts, 'keys' | 'factorSealer'>,
  factor: FactorRow,
  typed: string,
): Promise<void> {
  const code = plainCode(typed)
  const step = stepOf(secretOf(parts, factor), code, machineNow(), factor.last_step)
  if (step !== null) return await takeStep(tx, factor.account_id, step)
  const hash = recoveryHash(parts.keys, factor.account_id, code)
  if (!(await takeRecoveryCode(tx, factor.account_id, hash, machineNow())))
    fail(9141, { field: 'code', refusal: { kind: 'code', accountId: factor.account_id } })
}

/**
 * The first code proves that the app has the secret: from now on the factor counts. The factor is locked and not proved.
 * @returns the recovery codes, to be shown once
 * @throws Failure 9141
 */
export async function proveFactor(tx: Tx, parts: Parts, factor: FactorRow, typed: string): Promise<string[]> {
  const now = machineNow()
  const step = stepOf(secretOf(parts, factor), plainCode(typed), now, factor.last_step)
  // There are no recovery codes yet.
  if (step === null)
    return fail(9141, {
      field: 'code',
      params: { by: 'setUp' },
      refusal: { kind: 'code', accountId: factor.account_id },
    })
  await takeStep(tx, factor.account_id, step, now)
  return await giveRecoveryCodes(tx, parts, factor.account_id)
}

/** Ten new ones in the place of the old; only their hashes stay here. */
export async function giveRecoveryCodes(tx: Tx, parts: Parts, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryHash(parts.keys, accountId, code)),
  )
  return codes
}
