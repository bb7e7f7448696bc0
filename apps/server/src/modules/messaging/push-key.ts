import { machineNow } from '../../platform/clock.ts'
import { createMemo } from '../../platform/memo.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer } from '../../platform/seal.ts'
import { findPushKey, putPushKey } from './push-store.ts'

/** The key pair by which push services know this company (RFC 8292), URL-safe base64. */
export interface PushKey {
  readonly publicKey: string
  /** Never leaves the server. */
  readonly privateKey: string
}

const CONTEXT = 'push key'

/** Made at the first need, once for all processes; its private part is sealed in the database and goes with its backups. */
export function createPushKey({ db, config }: Pick<Platform, 'db' | 'config'>): () => Promise<PushKey> {
  const sealer = createSealer(config.secrets.storageKey, 'web-push')
  const memo = createMemo(async (): Promise<PushKey> => {
    if (!(await findPushKey(db))) {
      const { default: webPush } = await import('web-push')
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      await putPushKey(db, { publicKey, privateSealed: sealer.sealText(privateKey, CONTEXT) }, machineNow())
    }
    // Read back: another process may have been quicker, and browsers know one key.
    const kept = await findPushKey(db)
    if (!kept) throw new Error('the push key is gone')
    return { publicKey: kept.publicKey, privateKey: sealer.openText(kept.privateSealed, CONTEXT) }
  })
  return async () => await memo.get()
}
