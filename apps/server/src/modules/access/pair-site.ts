import { createHmac, randomInt } from 'node:crypto'
import { PairRequest, PAIR_PATH, PAIRING_ALPHABET, type Paired } from '@stowage/api/sites'
import { readCertificate } from '@stowage/lsp/certificate'
import { newSecret } from '@stowage/lsp/signature'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { note, type Author } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { siteChanged } from './events.ts'
import { exposePins } from './exposed-pins-store.ts'
import { deleteSite, putPairing, takePairing } from './site-store.ts'
import { parseJson } from './site-text.ts'
import type { SigningKey } from './signing-key.ts'
import type { Sites } from './sites.ts'

const VALID = { minutes: 15 }
const LENGTH = 10
/** Codes a minute from one address; a guess hits one of 4 · 10¹³. */
const TRIES = 10

export interface PairingParts {
  readonly platform: Platform
  readonly catalog: Catalog
  readonly sites: Sites
  readonly signingKey: () => Promise<SigningKey>
}

/** A code for the person at the site, shown this once. It replaces one that is still open. */
export async function openPairing(
  { platform }: Pick<PairingParts, 'platform'>,
  tx: Tx,
  author: Author,
  stockId: string,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const createdAt = machineNow()
  const expiresAt = createdAt.add(VALID)
  const code = Array.from({ length: LENGTH }, () =>
    PAIRING_ALPHABET.charAt(randomInt(PAIRING_ALPHABET.length)),
  ).join('')
  await putPairing(tx, {
    stockId,
    codeHash: hashOf(platform, code),
    createdBy: author.actorId,
    createdAt,
    expiresAt,
  })
  note(tx, platform.clock, author, {
    action: 'site-pairing-opened',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
  })
  tell(tx, platform, stockId)
  return { code: `${code.slice(0, 5)}-${code.slice(5)}`, expiresAt: expiresAt.toString() }
}

/** Keys and code stop counting with this commit; a tunnel hangs up. @throws Failure 9104 where nothing is paired */
export async function unpairSite(
  { platform, sites }: Pick<PairingParts, 'platform' | 'sites'>,
  tx: Tx,
  author: Author,
  stockId: string,
): Promise<void> {
  const gone = (await deleteSite(tx, stockId)) ?? fail(9104)
  await exposePins(tx, stockId, machineNow())
  note(tx, platform.clock, author, {
    action: 'site-unpaired',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    before: { keyId: gone.keyId },
  })
  await sites.changed(tx, stockId)
  tell(tx, platform, stockId)
}

/**
 * `POST /api/site-gateway/pair` {code, version, certificate?}: the locks server of a site hands in what somebody typed there, and gets the keys of
 * its stock, once. Whatever is wrong with a code, the answer is the same.
 */
export async function mountPairing(app: FastifyInstance, parts: PairingParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, body),
    )
    const onRequest = scope.rateLimit({ max: TRIES, timeWindow: 60_000, cache: 20_000 })
    scope.post(PAIR_PATH, { config: { rateLimit: false }, onRequest }, async (request, reply) => {
      const given = z.safeParse(PairRequest, parseJson(typeof request.body === 'string' ? request.body : ''))
      const paired = given.success ? await pair(parts, given.data, request.ip) : undefined
      void reply.header('cache-control', 'no-store')
      return paired
        ? await reply.send(paired)
        : await reply.status(401).send({ error: given.success ? 'code' : 'malformed' })
    })
  })
}

async function pair(
  { platform, catalog, sites, signingKey }: PairingParts,
  { code: typed, certificate }: z.output<typeof PairRequest>,
  address: string,
): Promise<Paired | undefined> {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (code.length !== LENGTH) return undefined
  // Looked at before the code is taken, so that it is not used up by half a file.
  const read = certificate == null ? null : readCertificate(certificate)
  if (read === undefined) return undefined
  const { publicKey } = await signingKey()
  const [keyId, secret] = [`site-${newId().toLowerCase()}`, newSecret()]
  const stockId = await platform.transact(async (tx) => {
    const pairing = await takePairing(tx, hashOf(platform, code), machineNow())
    if (!pairing) return undefined
    await sites.rotate(tx, { stockId: pairing.stockId, keyId, secret, certificate: read?.pem ?? null })
    note(
      tx,
      platform.clock,
      { actorId: pairing.createdBy, address },
      {
        action: 'site-paired',
        subjectType: 'stock',
        subjectId: pairing.stockId,
        stockId: pairing.stockId,
        after: { keyId, fingerprint: read?.fingerprint ?? null },
      },
    )
    tell(tx, platform, pairing.stockId)
    return pairing.stockId
  })
  if (stockId === undefined) {
    platform.log.warn({ address }, 'a wrong pairing code was handed in')
    return undefined
  }
  sites.forget(stockId)
  const stock = await catalog.stockTerms(stockId)
  return { siteId: stockId, keyId, secret, serverPublicKey: publicKey, stockName: stock?.name ?? null }
}

/** With a key of ours in it: whoever reads the table cannot try codes out. */
const hashOf = ({ config }: Platform, code: string): string =>
  createHmac('sha256', Buffer.from(config.secrets.tokenKey, 'base64url'))
    .update(`pairing ${code}`)
    .digest('hex')

function tell(tx: Tx, { clock }: Platform, stockId: string): void {
  publish(
    tx,
    fact(siteChanged, { aggregate: `site:${stockId}`, stockId, at: clock.now(), payload: { stockId } }),
  )
}
