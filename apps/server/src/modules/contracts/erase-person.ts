import type * as api from '@stowage/api/privacy'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { erasureFacts, lockAnyAccount, type Accounts } from '../accounts/index.ts'
import { obstacleIn } from './delete-account.ts'
import { keptPapers } from './erasure-store.ts'
import { readHoldings } from './holdings-view.ts'

type Erasure = Answer<typeof api.previewErasure>

/** What would go, what stays until when, and what must be ended first. @throws Failure 6004 */
export async function previewErasure(tx: Tx, call: Call<typeof api.previewErasure, Actor>): Promise<Erasure> {
  return (await describe(tx, call.params.id)) ?? fail(6004)
}

/**
 * Erases a person: his account ends and is nameless, everything goes that no law keeps; papers and leases stay with the name on
 * them until their years are over. Refused while anything is open, by the rule under which an account is ended (decision 22).
 * Twice is once.
 * @throws Failure 6004; 9103 for oneself; 9182 a key, for who has rights; 5000 with what stands in the way; 9001 when the typed e-mail is not his
 */
export async function erasePerson(
  { clock }: Pick<Platform, 'clock'>,
  { accounts }: { readonly accounts: Accounts },
  tx: Tx,
  call: Call<typeof api.erasePerson, Actor>,
): Promise<Erasure> {
  const { id } = call.params
  if (id === call.actor.id) fail(9103, { reason: 'nobody erases himself' })
  const account = (await lockAnyAccount(tx, id)) ?? fail(6004)
  if (call.actor.key !== undefined && account.platform_role !== 'client')
    fail(9182, { reason: 'a key erases nobody with rights' })
  const before = (await describe(tx, id)) ?? fail(6004)
  if (before.erasedAt != null) return before
  if (before.obstacle != null) fail(5000, { params: before.obstacle })
  if (call.body.email.trim().toLowerCase() !== before.email.toLowerCase())
    fail(9001, { field: 'email', reason: 'the e-mail is another' })
  const author = authorOf(call)
  if (!(await accounts.erase(tx, id, author))) fail(9109, { reason: 'erased meanwhile' })
  const { papers, leases, keptUntil } = before
  note(tx, clock, author, {
    action: 'person-erased',
    subjectType: 'account',
    subjectId: id,
    after: { files: before.files, papers, leases, keptUntil, wasAsked: before.askedAt != null },
  })
  return (await describe(tx, id)) ?? before
}

async function describe(db: Database, id: string): Promise<Erasure | undefined> {
  const facts = await erasureFacts(db, id)
  if (facts === undefined) return undefined
  return {
    email: facts.email,
    askedAt: facts.askedAt?.toString() ?? null,
    erasedAt: facts.erasedAt?.toString() ?? null,
    obstacle: facts.erasedAt === null ? obstacleIn(await readHoldings(db, id, machineNow())) : null,
    files: facts.files,
    ...(await keptPapers(db, id)),
  }
}
