import * as z from 'zod/mini'
import { VERSION } from '../version.ts'
import { readKeys, writeKeys } from './keys.ts'
import { reasonOf } from './reason-of.ts'

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
 * With it goes the certificate by which this site is called, where it is. Over HTTPS, and never printed: who has the secret can open doors.
 * @throws PairingFailed
 */
export async function pair(
  server: string,
  code: string,
  stateDir: string,
  certificate?: string,
): Promise<Pairing> {
  let response: Response
  try {
    response = await fetch(new URL('/api/site-gateway/pair', server), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        code,
        version: VERSION,
        ...(certificate === undefined ? {} : { certificate }),
      }),
      signal: AbortSignal.timeout(15_000),
    })
  } catch (error) {
    throw new PairingFailed(`${server} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  const { status } = response
  const refusal = REFUSALS[status]
  if (refusal !== undefined) throw new PairingFailed(refusal)
  const read = status === 200 ? Paired.safeParse(await response.json().catch(() => undefined)) : undefined
  if (read?.success !== true)
    throw new PairingFailed(
      `${server} answered ${status}, and nothing that a pairing brings: is it the address of Stowage?`,
    )
  const { siteId, keyId, secret, serverPublicKey, stockName } = read.data
  const before = readKeys(stateDir)
  if (typeof before === 'object' && before.siteId !== siteId)
    throw new PairingFailed(
      `the code is of another stock than the one whose events and list lie in ${stateDir}: take an empty stateDir for it, and a new code`,
    )
  writeKeys(stateDir, { siteId, serverPublicKey, keys: [{ keyId, secret }] })
  return { siteId, stockName: stockName ?? undefined }
}

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'the server does not take this code: it is mistyped, older than 15 minutes, used already, or a newer one was made; ask for a new one',
  429: 'too many codes were tried from here: wait a minute',
}
