import type { verifyAuditChain } from '@stowage/api/privacy'
import type { Answer } from '@stowage/api/endpoint'
import { verifyAudit } from '../../platform/audit/seal.ts'
import { seenPlace } from '../../platform/audit/witness.ts'
import type { Platform } from '../../platform/platform.ts'
import { endOfChain } from './audit-view.ts'

type Verdict = Answer<typeof verifyAuditChain>

/** Recomputes the chain. A million records take some seconds: who asks while that goes on gets the same answer. */
export function createVerifier({ db, files }: Pick<Platform, 'db' | 'files'>): () => Promise<Verdict> {
  let running: Promise<Verdict> | undefined
  const verify = async (): Promise<Verdict> => {
    const seen = await seenPlace(files)
    const { checked, unsealed, broken } = await verifyAudit(db, { seen: seen === undefined ? [] : [seen] })
    return {
      checked,
      waiting: unsealed,
      until: await endOfChain(db, checked),
      broken: broken ? { id: broken.id, kind: broken.kind } : null,
    }
  }
  return async () => await (running ??= verify().finally(() => (running = undefined)))
}
