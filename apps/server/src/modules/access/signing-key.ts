import { generateKeyPairSync } from 'node:crypto'
import { machineNow } from '../../platform/clock.ts'
import { createMemo } from '../../platform/memo.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer } from '../../platform/seal.ts'
import { findSigningKey, putSigningKey } from './site-store.ts'

/** The key of this company's server, under which sites take lists of who may open (Ed25519, PEM). */
export interface SigningKey {
  readonly publicKey: string
  /** PKCS 8; never leaves the server. */
  readonly privateKey: string
}

const CONTEXT = 'signing key'

/** Made at the first need, once for all processes; its private part is sealed in the database and goes with its backups. */
export function createSigningKey({ db, config }: Pick<Platform, 'db' | 'config'>): () => Promise<SigningKey> {
  const sealer = createSealer(config.secrets.storageKey, 'site-signing')
  const memo = createMemo(async (): Promise<SigningKey> => {
    if (!(await findSigningKey(db))) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const privateSealed = sealer.sealText(privateKey, CONTEXT)
      await putSigningKey(db, { publicPem: publicKey, privateSealed }, machineNow())
    }
    // Read back: another process may have been quicker, and all sign with one key.
    const kept = await findSigningKey(db)
    if (!kept) throw new Error('the signing key of sites is gone')
    return { publicKey: kept.publicPem, privateKey: sealer.openText(kept.privateSealed, CONTEXT) }
  })
  return async () => await memo.get()
}
