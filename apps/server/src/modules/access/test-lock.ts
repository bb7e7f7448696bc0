import { randomUUID } from 'node:crypto'
import type { testLock as endpoint } from '@stowage/api/sites'
import type { Answer } from '@stowage/api/endpoint'
import { note, type Author } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Once } from '../../platform/http/keyed-deed.ts'
import { insertRecord, type AccessRecord } from './access-store.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import type { AccessTools } from './open-door.ts'
import { forgetOrder, keepOrder } from './order-store.ts'
import { recordMovement } from './record-movement.ts'
import { locksOfStock } from './site-view.ts'

type Tested = Answer<typeof endpoint>

const COMMAND_MS = 2000
const OPENS: ReadonlySet<string> = new Set(['opened', 'sent', 'already_open'])

/**
 * Opens a lock to see that it does. Staff may try what nobody keeps anything behind; a superUser tries any. Whatever the site says is
 * the answer, and stands in the history.
 * @throws Failure 2 no answer, 6013 no such number here, 9103 somebody's box
 */
export async function testLock(
  tools: AccessTools,
  { actor, author, once }: { readonly actor: Actor; readonly author: Author; readonly once: Once },
  { stockId, lockId }: { readonly stockId: string; readonly lockId: string },
): Promise<Tested> {
  const expiresAt = Date.now() + COMMAND_MS
  const { platform } = tools
  const [lock] = await locksOfStock(platform.db, stockId, lockId)
  if (!lock) return fail(6013)
  const commandId = randomUUID()
  const base: Omit<AccessRecord, 'action' | 'code'> & { lockId: string } = {
    stockId,
    boxId: lock.boxId,
    equipmentId: lock.equipmentId,
    lockId,
    lockName: lock.name ?? lockId,
    contractId: lock.contractId,
    accountId: actor.id,
    actorRole: actor.platformRole,
    source: 'test',
    siteEventId: null,
    commandId,
    at: platform.clock.now(),
    recordedAt: machineNow(),
  }
  if (lock.isInUse && !isSuperUser(actor)) {
    await insertRecord(platform.db, { ...base, action: 'refused', code: 9103, commandId: null })
    fail(9103)
  }
  const failed = async (reason: string, cause?: SiteUnavailable): Promise<never> => {
    await insertRecord(platform.db, { ...base, action: 'failed', code: 2, reason: null })
    await forgetOrder(platform.db, commandId)
    const params = cause?.mayHaveActed === true ? { outcome: 'unknown' } : {}
    return fail(2, { reason, cause, params })
  }
  return await once(
    async (deed) => {
      const { contractId, source } = base
      const by = { accountId: actor.id, actorRole: actor.platformRole }
      await keepOrder(platform.db, { commandId, stockId, contractId, source, ...by, sentAt: machineNow() })
      try {
        const began = performance.now()
        const outcome = await tools.gateway.command(
          stockId,
          {
            commandId,
            lockId,
            verb: lock.kind === 'box' || lock.kind === null ? 'open' : 'run',
            expiresAt: new Date(expiresAt).toISOString(),
            actor: { type: 'staff', ref: actor.id },
            reason: 'test',
          },
          () => deed.begin(),
        )
        const ms = Math.round(performance.now() - began)
        if (outcome.kind === 'refused') return await failed(`the site answered ${outcome.reason}`)
        const { result, state } = outcome.answer
        const answer: Tested = {
          result,
          lockStatus: state === 'unknown' ? (OPENS.has(result) ? 'opened' : 'unavailable') : state,
          carrier: outcome.carrier,
          ms,
        }
        if (!OPENS.has(result)) {
          await insertRecord(platform.db, { ...base, action: 'failed', code: null, reason: result })
          await forgetOrder(platform.db, commandId)
          return answer
        }
        await recordMovement(
          platform,
          { ...base, action: 'opened', code: null },
          { state: 'opened', unitNumber: lock.boxId === null ? null : lock.name, tenantId: lock.tenantId },
          async (tx) => {
            note(tx, platform.clock, author, {
              action: 'lock-tested',
              subjectType: 'stock',
              subjectId: stockId,
              stockId,
              after: { lockId, result },
            })
            await deed.keep(tx, answer)
          },
        )
        return answer
      } catch (error) {
        if (error instanceof SiteUnavailable) return await failed(error.message, error)
        throw error
      }
    },
    () => fail(2, { reason: 'what became of this try is not known', params: { outcome: 'unknown' } }),
  )
}
