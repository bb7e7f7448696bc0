import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { forgetTold } from './settings-store.ts'

export interface SiteRow {
  readonly stockId: string
  readonly keyId: string
  readonly secretSealed: string
  readonly previousKeyId: string | null
  readonly previousSecretSealed: string | null
  readonly pairedAt: Temporal.Instant | null
  readonly keyUsedAt: Temporal.Instant | null
  readonly lastSequence: number
  /** PEM, of the machine that has the key. */
  readonly certificate: string | null
  readonly previousCertificate: string | null
  readonly certificateToldAt: Temporal.Instant | null
  readonly certificateChangedAt: Temporal.Instant | null
  readonly chainBrokenAt: Temporal.Instant | null
}

export async function findSite(db: Database | Tx, stockId: string): Promise<SiteRow | undefined> {
  return await db
    .selectFrom('site')
    .select([
      'stock_id as stockId',
      'key_id as keyId',
      'secret_sealed as secretSealed',
      'previous_key_id as previousKeyId',
      'previous_secret_sealed as previousSecretSealed',
      'paired_at as pairedAt',
      'key_used_at as keyUsedAt',
      'last_sequence as lastSequence',
      'certificate',
      'previous_certificate as previousCertificate',
      'certificate_told_at as certificateToldAt',
      'certificate_changed_at as certificateChangedAt',
      'chain_broken_at as chainBrokenAt',
    ])
    .where('stock_id', '=', stockId)
    .executeTakeFirst()
}

interface NewKey {
  readonly stockId: string
  readonly keyId: string
  readonly secretSealed: string
  readonly at: Temporal.Instant
}

/**
 * Registers a site with a key that both sides know already (demo, tests, a key given by hand). With another key its events count from
 * the beginning: a site that was replaced gets a key of its own and knows nothing of the numbers before; one whose key alone was
 * changed tells at most what is known by its events' ids.
 */
export async function upsertSite(tx: Tx, { stockId, keyId, secretSealed, at }: NewKey): Promise<void> {
  await tx
    .insertInto('site')
    .values({
      stock_id: stockId,
      key_id: keyId,
      secret_sealed: secretSealed,
      key_used_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('stock_id').doUpdateSet({
        key_id: keyId,
        secret_sealed: secretSealed,
        previous_key_id: null,
        previous_secret_sealed: null,
        key_used_at: at,
        updated_at: at,
        last_sequence: sql`case when site.key_id = excluded.key_id then site.last_sequence else 0 end`,
        last_chain: sql`case when site.key_id = excluded.key_id then site.last_chain end`,
        holder: sql`case when site.key_id = excluded.key_id then site.holder end`,
        holder_refused: null,
        certificate: sql`case when site.key_id = excluded.key_id then site.certificate end`,
        previous_certificate: null,
      }),
    )
    .execute()
}

/**
 * Hands a site its new key. The key that it used until now stays valid beside it until the new one is used; one that was handed out
 * before and never used is forgotten.
 */
export async function rotateKey(
  tx: Tx,
  { stockId, keyId, secretSealed, at, certificate }: NewKey & { readonly certificate: string | null },
): Promise<void> {
  const told = {
    certificate,
    certificate_told_at: certificate === null ? null : at,
    certificate_changed_at: null,
    certificate_said_at: 0,
  }
  await tx
    .insertInto('site')
    .values({
      stock_id: stockId,
      key_id: keyId,
      secret_sealed: secretSealed,
      paired_at: at,
      updated_at: at,
      ...told,
    })
    .onConflict((conflict) =>
      conflict.column('stock_id').doUpdateSet({
        previous_key_id: sql`case when site.key_used_at is null then site.previous_key_id else site.key_id end`,
        previous_secret_sealed: sql`case when site.key_used_at is null then site.previous_secret_sealed else site.secret_sealed end`,
        previous_certificate: sql`case when site.key_used_at is null then site.previous_certificate else site.certificate end`,
        ...told,
        key_id: keyId,
        secret_sealed: secretSealed,
        key_used_at: null,
        paired_at: at,
        updated_at: at,
      }),
    )
    .execute()
}

/** The new key is in use: the old one stops counting, and the numbers of events begin anew. @returns whether it was the first use */
export async function useKey(tx: Tx, stockId: string, keyId: string, at: Temporal.Instant): Promise<boolean> {
  const used = await tx
    .updateTable('site')
    .set({
      key_used_at: at,
      previous_key_id: null,
      previous_secret_sealed: null,
      previous_certificate: null,
      last_sequence: 0,
      last_chain: null,
      chain_broken_at: null,
      chain_broken_sequence: null,
      holder: null,
      holder_refused: null,
      holders_barred: [],
    })
    .where('stock_id', '=', stockId)
    .where('key_id', '=', keyId)
    .where('key_used_at', 'is', null)
    .returning('stock_id')
    .executeTakeFirst()
  if (used !== undefined) await forgetTold(tx, stockId)
  return used !== undefined
}

/**
 * Keeps what a site proves itself by from now on, beside the key under which it told it.
 * @param saidAt unix seconds of the signed request that told it @returns whether it took the place of another one; undefined: the key
 * counts no more, or something newer was told already
 */
export async function putCertificate(
  tx: Tx,
  told: { stockId: string; keyId: string; certificate: string; saidAt: number; at: Temporal.Instant },
): Promise<{ before: string | null } | undefined> {
  const { stockId, keyId, certificate, saidAt, at } = told
  const site = await tx
    .selectFrom('site')
    .select(['key_id', 'previous_key_id', 'certificate', 'previous_certificate', 'certificate_said_at'])
    .where('stock_id', '=', stockId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isCurrent = site?.key_id === keyId
  if (!site || (!isCurrent && site.previous_key_id !== keyId) || site.certificate_said_at >= saidAt)
    return undefined
  const before = isCurrent ? site.certificate : site.previous_certificate
  await tx
    .updateTable('site')
    .set({
      ...(isCurrent ? { certificate } : { previous_certificate: certificate }),
      certificate_said_at: saidAt,
      certificate_told_at: at,
      ...(before !== null && before !== certificate ? { certificate_changed_at: at } : {}),
    })
    .where('stock_id', '=', stockId)
    .execute()
  return { before }
}

/** @returns the key that counted, undefined where nothing was paired */
export async function deleteSite(tx: Tx, stockId: string): Promise<{ keyId: string } | undefined> {
  // First: who notes a heartbeat waits here, and finds no site.
  const gone = await tx
    .deleteFrom('site')
    .where('stock_id', '=', stockId)
    .returning('key_id as keyId')
    .executeTakeFirst()
  await tx.deleteFrom('site_health').where('stock_id', '=', stockId).execute()
  await tx.deleteFrom('site_pairing').where('stock_id', '=', stockId).execute()
  await forgetTold(tx, stockId)
  return gone
}

export interface Pairing {
  readonly stockId: string
  readonly codeHash: string
  readonly createdBy: string | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** One open code a stock: an earlier one stops counting. */
export async function putPairing(tx: Tx, pairing: Pairing): Promise<void> {
  const values = {
    code_hash: pairing.codeHash,
    created_by: pairing.createdBy,
    created_at: pairing.createdAt,
    expires_at: pairing.expiresAt,
  }
  await tx
    .insertInto('site_pairing')
    .values({ stock_id: pairing.stockId, ...values })
    .onConflict((conflict) => conflict.column('stock_id').doUpdateSet(values))
    .execute()
}

/** Takes the code out of the world: whoever comes second with it finds nothing. */
export async function takePairing(
  tx: Tx,
  codeHash: string,
  now: Temporal.Instant,
): Promise<Pairing | undefined> {
  return await tx
    .deleteFrom('site_pairing')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning([
      'stock_id as stockId',
      'code_hash as codeHash',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .executeTakeFirst()
}

export async function openPairing(
  db: Database,
  stockId: string,
  now: Temporal.Instant,
): Promise<{ expiresAt: Temporal.Instant } | undefined> {
  return await db
    .selectFrom('site_pairing')
    .select('expires_at as expiresAt')
    .where('stock_id', '=', stockId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export interface SigningKeyRow {
  readonly publicPem: string
  readonly privateSealed: string
}

export async function findSigningKey(db: Database): Promise<SigningKeyRow | undefined> {
  return await db
    .selectFrom('site_signing_key')
    .select(['public_pem as publicPem', 'private_sealed as privateSealed'])
    .executeTakeFirst()
}

/** Keeps the key, unless another process was quicker. */
export async function putSigningKey(db: Database, key: SigningKeyRow, at: Temporal.Instant): Promise<void> {
  await db
    .insertInto('site_signing_key')
    .values({ id: 1, public_pem: key.publicPem, private_sealed: key.privateSealed, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
