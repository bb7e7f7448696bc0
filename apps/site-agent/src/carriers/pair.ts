import * as z from 'zod/mini'
import { said } from '../log.ts'
import { VERSION } from '../version.ts'
import { writeKeys } from './keys.ts'

const Paired = z.object({
  siteId: z.string().check(z.minLength(1)),
  keyId: z.string().check(z.minLength(1)),
  secret: z.string().check(z.minLength(16)),
  serverPublicKey: z.string().check(z.regex(/^-----BEGIN PUBLIC KEY-----/)),
  stockName: z.optional(z.nullable(z.string())),
})

export interface Pairing {
  readonly siteId: string
  readonly stockName: string | undefined
}

/** Pairing did not come about, and why, as a sentence for whoever stands there. */
export class PairingFailed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'PairingFailed'
  }
}

/**
 * Hands a one-time code of the back office in and keeps what it brings: who this site is, and the keys (docs/protocols/lsp.md 2).
 * Over HTTPS, and never printed: who has the secret can open doors.
 * @throws PairingFailed
 */
export async function pair(server: string, code: string, stateDir: string): Promise<Pairing> {
  let response: Response
  try {
    response = await fetch(new URL('/api/site-gateway/pair', server), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, version: VERSION }),
      signal: AbortSignal.timeout(15_000),
    })
  } catch (error) {
    throw new PairingFailed(`${server} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  const { status } = response
  if (status === 429) throw new PairingFailed('too many codes were tried: wait a quarter of an hour')
  if (status >= 400 && status < 500)
    throw new PairingFailed(
      'the server does not know this code: it counts once and not for long, ask for a new one',
    )
  const read = status === 200 ? Paired.safeParse(await response.json().catch(() => undefined)) : undefined
  if (read?.success !== true)
    throw new PairingFailed(
      `${server} answered ${status}, and nothing that a pairing brings: is it this product?`,
    )
  const { siteId, keyId, secret, serverPublicKey, stockName } = read.data
  writeKeys(stateDir, { siteId, serverPublicKey, keys: [{ keyId, secret }] })
  return { siteId, stockName: stockName ?? undefined }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? said(error.cause) : said(error)
