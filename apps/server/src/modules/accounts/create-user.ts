import type { createUser as endpoint } from '@stowage/api/accounts'
import type { Body } from '@stowage/api/endpoint'
import { personal } from '../../platform/audit/personal.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { findRole } from './account-store.ts'
import { readAccount, stockExists } from './account-view.ts'
import { createAccount } from './create-account.ts'
import { describeAccount, type UserAnswer } from './describe-account.ts'
import { hashPassword } from './hash-password.ts'
import type { Parts } from './parts.ts'
import { advertising, recordConsents } from './record-consents.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { traceOf } from './trace.ts'

/**
 * A superUser opens an account for somebody, of any role (specification 2.10). An Idempotency-Key is not used: it would keep
 * a hash of the password; a second press is told 9000.
 * @throws Failure 9000 for an e-mail in use, 6006 for an unknown stock, 9001 for a role or stock that does not go with the
 * platform role
 */
export async function createUser(parts: Parts, call: Call<typeof endpoint, Actor>): Promise<UserAnswer> {
  const { platform } = parts
  const { password, role, roleId, stock, language = call.language, ...fields } = call.body
  if (call.actor.key !== undefined && role !== 'client')
    fail(9182, { field: 'role', reason: 'a key makes nobody with rights' })
  // Who makes a colleague with rights gives himself a second way in.
  if (role !== 'client') await call.prove('stale')
  await refuseGuessable(platform.db, password, fields)
  const passwordHash = await hashPassword(password)
  return await platform.transact(async (tx) => {
    const account = await createAccount(tx, {
      ...fields,
      passwordHash,
      platformRole: role,
      ...(await rightsOf(tx, { role, roleId, stock })),
      language,
      at: platform.clock.now(),
    })
    if (account.is_advertising_agree)
      await recordConsents(tx, account.id, [advertising(true)], {
        at: platform.clock.now(),
        actor: call.actor,
        ...traceOf(call),
        language: call.language,
      })
    note(tx, platform.clock, authorOf(call), {
      action: 'account-created',
      subjectType: 'account',
      subjectId: account.id,
      after: {
        email: personal(account.id, account.email),
        role,
        roleId: account.role_id,
        stock: account.stock_id,
      },
    })
    return describeAccount((await readAccount(tx, account.id)) ?? fail(6004))
  })
}

type Rights = Pick<Body<typeof endpoint>, 'role' | 'roleId' | 'stock'>

/** A named role belongs to one platform role, and only staff are tied to a stock (decision 8). */
async function rightsOf(
  tx: Tx,
  { role, roleId, stock }: Rights,
): Promise<{ roleAlias?: string; stockId: string | null }> {
  const named = roleId ? await findRole(tx, { id: roleId }) : undefined
  if (roleId && named?.platform_role !== role) throw new FieldFailures([{ code: 9001, field: 'roleId' }])
  if (stock && !(await stockExists(tx, stock))) fail(6006, { field: 'stock' })
  if (stock && role !== 'staff') throw new FieldFailures([{ code: 9001, field: 'stock' }])
  return { ...(named === undefined ? {} : { roleAlias: named.alias }), stockId: stock || null }
}
