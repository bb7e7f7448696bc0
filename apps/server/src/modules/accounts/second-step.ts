import type { loginSecondFactor, loginSetUpSecondFactor } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { holdAccount, lockAccount, type AccountRow } from './account-store.ts'
import { announceSecurity } from './announce-security.ts'
import { answerEntered, enterAccount } from './enter-account.ts'
import { passwordMarkOf, readMfaToken } from './mfa-token.ts'
import { factorUri, newFactorSecret } from './one-time-codes.ts'
import type { OpenedSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { lockFactor, putUnprovedFactor, readFactorStanding } from './second-factor-store.ts'
import { proveFactor, spendCode, tryCode } from './spend-code.ts'

type Step = Call<typeof loginSecondFactor, Actor | null>

/** What apps that make codes call us. */
export const ISSUER = 'Stowage'

/**
 * The second step of a sign-in: a code of the app, or a recovery code; where the factor was set up in this sign-in, its
 * first code. Without it there is no session, whatever was typed before.
 * @throws Failure 9142 for a token that is over, of another browser or of an earlier password; 9141; 9129
 */
export async function finishSignIn(parts: Parts, call: Step): Promise<Answer<typeof loginSecondFactor>> {
  const claims = await claimsOfStep(parts, call)
  const enter = async (tx: Tx) => {
    const account = await accountOfStep(tx, parts, claims)
    return { account, ...(await enterWithCode(tx, parts, call, account)) }
  }
  const { account, session, recoveryCodes } = await tryCode(
    parts,
    claims.accountId,
    async () => await parts.platform.transact(enter),
  )
  return {
    ...(await answerEntered(parts, call, account, session)),
    ...(recoveryCodes && { recoveryCodes }),
  }
}

async function enterWithCode(
  tx: Tx,
  parts: Parts,
  call: Step,
  account: AccountRow,
): Promise<{ session: OpenedSession; recoveryCodes?: string[] }> {
  const factor = await lockFactor(tx, account.id)
  if (factor?.confirmed_at) {
    await spendCode(tx, parts, factor, call.body.code)
    return { session: await enterAccount(tx, parts, call, account) }
  }
  const { isRequired } = await readFactorStanding(tx, account.id)
  // Taken off meanwhile, or never begun here: the password alone says what is needed now.
  if (!factor || !isRequired) return fail(9142)
  const recoveryCodes = await proveFactor(tx, parts, factor, call.body.code)
  note(tx, parts.platform.clock, { actorId: account.id, address: call.address }, setUp(account.id))
  announceSecurity(tx, parts.platform, { accountId: account.id, what: 'factorOn', by: 'owner' })
  return { session: await enterAccount(tx, parts, call, account), recoveryCodes }
}

export const setUp = (accountId: string) =>
  ({ action: 'second-factor-set-up', subjectType: 'account', subjectId: accountId }) as const

/** A secret for who must have a second factor and has none: set up before anything else works. @throws Failure 9142 */
export async function setUpInSignIn(
  parts: Parts,
  call: Call<typeof loginSetUpSecondFactor, Actor | null>,
): Promise<Answer<typeof loginSetUpSecondFactor>> {
  const claims = await claimsOfStep(parts, call)
  return await parts.platform.transact(async (tx) => {
    const account = await accountOfStep(tx, parts, claims, lockAccount)
    const { isRequired } = await readFactorStanding(tx, account.id)
    if (!isRequired) fail(9142)
    return (await newSecretFor(tx, parts, account)) ?? fail(9142)
  })
}

/** Puts a new secret down, sealed; null where the account has a factor that counts. */
export async function newSecretFor(
  tx: Tx,
  parts: Parts,
  account: Pick<AccountRow, 'id' | 'email'>,
): Promise<{ secret: string; uri: string } | null> {
  const secret = newFactorSecret()
  const isPut = await putUnprovedFactor(tx, {
    account_id: account.id,
    secret: parts.factorSealer.sealText(secret, account.id),
    created_at: machineNow(),
  })
  return isPut ? { secret, uri: factorUri(secret, ISSUER, account.email) } : null
}

type Claims = NonNullable<Awaited<ReturnType<typeof readMfaToken>>>

async function claimsOfStep(
  parts: Parts,
  { body, request }: Pick<Step, 'request'> & { readonly body: { readonly mfaToken: string } },
): Promise<Claims> {
  return (await readMfaToken(parts.keys, body.mfaToken, parts.cookies.stepClient(request))) ?? fail(9142)
}

/** The account of the step while its password is the one that was typed. */
async function accountOfStep(
  tx: Tx,
  parts: Parts,
  claims: Claims,
  hold: typeof holdAccount = holdAccount,
): Promise<AccountRow> {
  const account = (await hold(tx, claims.accountId)) ?? fail(9142)
  if (passwordMarkOf(parts.keys, account.password_hash) !== claims.passwordMark) fail(9142)
  return account
}
