import { afterCommit, audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import { lockAnyAccount } from './account-store.ts'
import { accountChanged, documentsShredded } from './events.ts'
import { discardDocuments } from './hand-in-document.ts'
import { accountsToShred, readKeeping, type ShredCause } from './kyc-keeping-view.ts'
import { allDocuments, markShredded, withdrawShredded } from './kyc-store.ts'
import type { Parts } from './parts.ts'

interface By {
  /** Null: the clock of keeping. */
  readonly actorId: string | null
  readonly onBehalfOf?: string | null
  readonly keyId?: string
  readonly address?: string | null
}

const ACCOUNTS_AT_ONCE = 200

/**
 * Shreds what is kept no longer: the days of its stock are over since the profile was verified, the document was rejected, or
 * the tenant has left; or the account has ended. Each account in a transaction of its own: one that fails stops no other.
 * @returns how many files went
 */
export async function shredDue(parts: Parts, stopping?: AbortSignal): Promise<number> {
  const { platform } = parts
  const now = platform.clock.now()
  let shredded = 0
  await workRows(platform, {
    job: 'shred-documents',
    find: async (at) => await accountsToShred(platform.db, now, { most: ACCOUNTS_AT_ONCE, at }),
    keyOf: (accountId) => accountId,
    work: async (accountId) => {
      shredded += await platform.transact(async (tx) => await shredOne(tx, parts, accountId, now))
    },
    stopping,
  })
  return shredded
}

async function shredOne(tx: Tx, parts: Parts, accountId: string, now: Temporal.Instant): Promise<number> {
  if (!(await lockAnyAccount(tx, accountId))) return 0
  // Asked again under the lock: meanwhile a document was replaced, or a box was rented.
  const due = (await readKeeping(tx, accountId)).filter(
    ({ until }) => until !== null && Temporal.Instant.compare(until, now) <= 0,
  )
  const causes = new Map(due.map(({ id, cause }) => [id, cause]))
  return await shred(tx, parts, accountId, causes, { actorId: null })
}

/**
 * Shreds every document of a person, accepted or not, as an erasure asks. A verified profile stays verified.
 * @returns how many files went
 */
export async function shredAll(tx: Tx, parts: Parts, accountId: string, by: By): Promise<number> {
  if (!(await lockAnyAccount(tx, accountId))) return 0
  const kept = (await allDocuments(tx, accountId)).filter((row) => row.shredded_at === null)
  return await shred(tx, parts, accountId, new Map(kept.map((row) => [row.id, 'asked' as const])), by)
}

/** The keys go with the transaction, the files behind it; a file that a crash leaves is removed by `forget-stray-files`. */
async function shred(
  tx: Tx,
  parts: Parts,
  accountId: string,
  causes: ReadonlyMap<string, ShredCause | 'asked' | null>,
  by: By,
): Promise<number> {
  const at = parts.platform.clock.now()
  const gone = await markShredded(tx, [...causes.keys()], at)
  if (gone.length === 0) return 0
  // Nobody has decided on these, and nobody can any more: they are asked for anew.
  await withdrawShredded(tx, accountId, at)
  afterCommit(
    tx,
    () =>
      void discardDocuments(
        parts,
        gone.map((row) => ({ fileKey: row.file_key })),
      ),
  )
  audit(tx, {
    id: newId(),
    at,
    ...by,
    action: 'kyc-documents-shredded',
    subjectType: 'account',
    subjectId: accountId,
    after: { documents: gone.map(({ id, kind }) => ({ id, kind, because: causes.get(id) ?? null })) },
  })
  const aggregate = `account:${accountId}`
  publish(
    tx,
    fact(documentsShredded, {
      aggregate,
      at,
      payload: { accountId, documents: gone.map(({ id, kind }) => ({ id, kind })) },
    }),
  )
  publish(tx, fact(accountChanged, { aggregate, at, payload: { accountId } }))
  return gone.length
}
