import { createHash, randomUUID } from 'node:crypto'
import type { openBox as endpoint } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { decideOpening, type OpeningDecision } from '@stowage/domain/access'
import type { ErrorCode } from '@stowage/api/errors'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { insertRecord, type AccessRecord } from './access-store.ts'
import { SiteUnavailable, type LocksClient } from './locks-client.ts'
import { holdingOf, openingActor, openingPlace } from './opening-facts.ts'
import { boxForOpening, holdingsAtStock } from './opening-view.ts'
import { recordMovement } from './record-movement.ts'
import type { Sites } from './sites.ts'

export interface AccessTools {
  readonly platform: Platform
  readonly catalog: Catalog
  readonly locks: LocksClient
  readonly sites: Sites
}

export type Opened = Answer<typeof endpoint>

/** Who asks, from where; the key makes a second click the same command. */
export interface Asker {
  readonly actor: Actor
  readonly address: string
  readonly idempotencyKey: string | undefined
}

/** A command dies this long after it was sent: a door never opens late (I8). The answer must be here within 3 s. */
const COMMAND_MS = 2500

/** Opens a box: decides by the rules of decisions.md 20 from facts read now, asks the site, keeps the try in the history. */
export async function openBox(
  tools: AccessTools,
  asker: Asker,
  wanted: { boxId: string; stockId?: string | null | undefined },
): Promise<Opened> {
  const { platform, catalog } = tools
  const { actor } = asker
  const now = platform.clock.now()
  const [box, account] = await Promise.all([
    boxForOpening(platform.db, wanted.boxId, actor.id, now),
    accountForBooking(platform.db, actor.id),
  ])
  const named = wanted.stockId ? await catalog.stockTerms(wanted.stockId) : undefined
  const stock = box && (await catalog.stockTerms(box.stockId))
  if (!box || !stock) fail(6005)
  const holding = box.holdings.find((row) => row.kind === 'contract') ?? box.holdings[0]
  const decision = decideOpening({
    target: 'box',
    actor: openingActor(actor, account),
    place: openingPlace(stock, now, asker.address),
    box: { isKnown: true, requiresOnSite: false },
    stock: { isNamed: Boolean(wanted.stockId), isKnown: named !== undefined, hasBox: named?.id === stock.id },
    holding: holding ? holdingOf(holding, account) : null,
  })
  const door: Door = {
    stockId: stock.id,
    boxId: box.id,
    unitNumber: box.unitNumber,
    equipmentId: null,
    lockId: box.lockId,
    lockName: box.unitNumber,
    contractId: holding?.contractId ?? null,
    path: 'locks',
    verb: 'open',
  }
  return await carryOut(tools, asker, door, decision)
}

/** Opens a gate or door of a stock, for whom a box of his there would open; staff with the permission need none. */
export async function openEquipment(
  tools: AccessTools,
  asker: Asker,
  wanted: { stockId: string; equipmentId: string },
): Promise<Opened> {
  const { platform, catalog } = tools
  const { actor } = asker
  const now = platform.clock.now()
  const stock = (await catalog.stockTerms(wanted.stockId)) ?? fail(6006)
  const isForeignStaff =
    actor.platformRole === 'staff' && actor.stockId !== null && actor.stockId !== stock.id
  const [account, holdings] = await Promise.all([
    accountForBooking(platform.db, actor.id),
    holdingsAtStock(platform.db, stock.id, actor.id, now),
  ])
  const equipment = stock.equipment.find((entry) => entry.id === wanted.equipmentId)
  const asked = openingActor(actor, account)
  const decision = decideOpening({
    target: 'equipment',
    actor: isForeignStaff ? { ...asked, mayOpenEquipment: false } : asked,
    place: openingPlace(stock, now, asker.address),
    stockIsKnown: true,
    equipment: {
      isKnown: equipment !== undefined,
      isExit: equipment?.isExit ?? false,
      requiresOnSite: equipment?.requiresOnSite ?? false,
    },
    holdings: holdings.map((row) => holdingOf(row, account)),
  })
  const door: Door = {
    stockId: stock.id,
    boxId: null,
    unitNumber: null,
    equipmentId: wanted.equipmentId,
    lockId: wanted.equipmentId,
    lockName: equipment?.name ?? wanted.equipmentId,
    contractId: null,
    path: 'equipment',
    verb: 'run',
  }
  return await carryOut(tools, asker, door, decision)
}

export interface Door {
  readonly stockId: string
  readonly boxId: string | null
  readonly unitNumber: string | null
  readonly equipmentId: string | null
  readonly lockId: string | null
  readonly lockName: string
  readonly contractId: string | null
  readonly path: 'locks' | 'equipment'
  readonly verb: 'open' | 'run'
}

async function carryOut(
  tools: AccessTools,
  { actor, idempotencyKey }: Asker,
  door: Door,
  decision: OpeningDecision,
): Promise<Opened> {
  const { platform } = tools
  const base: Omit<AccessRecord, 'action' | 'code' | 'commandId'> = {
    stockId: door.stockId,
    boxId: door.boxId,
    equipmentId: door.equipmentId,
    lockId: door.lockId,
    lockName: door.lockName,
    contractId: door.contractId,
    accountId: actor.id,
    actorRole: actor.impersonatedBy === null ? actor.platformRole : 'superUser',
    source: 'remote',
    siteEventId: null,
    at: platform.clock.now(),
    recordedAt: machineNow(),
  }
  if (!decision.open) {
    // Whoever has nothing to do with a box leaves no trace in its history: to him it is not there.
    if (decision.code !== 6005 && decision.code !== 6006 && decision.code !== 9104)
      await insertRecord(platform.db, { ...base, action: 'refused', code: decision.code, commandId: null })
    fail(decision.code)
  }
  const commandId = commandIdOf(actor, idempotencyKey)
  const failed = async (code: ErrorCode, reason: string, cause?: unknown): Promise<never> => {
    await insertRecord(platform.db, { ...base, action: 'failed', code, commandId })
    return fail(code, { reason, cause })
  }
  if (door.lockId === null) return await failed(6013, 'the box has no lock')
  const site = await tools.sites.address(door.stockId)
  if (!site) return await failed(2, 'the stock has no locks server')
  try {
    const command = {
      commandId,
      expiresAt: new Date(Date.now() + COMMAND_MS).toISOString(),
      actor: { type: actor.platformRole === 'client' ? 'client' : 'staff', ref: actor.id },
      reason: door.contractId ?? 'staff',
    }
    const answer = await tools.locks.call(
      site,
      'POST',
      `/v1/${door.path}/${door.lockId}/${door.verb}`,
      command,
    )
    if (answer.status === 404) return await failed(6013, 'the site does not know this lock')
    const { result } = (answer.body ?? {}) as { result?: string }
    if (answer.status !== 200 || (result !== 'opened' && result !== 'sent' && result !== 'already_open'))
      return await failed(
        result === 'refused_unknown_lock' ? 6013 : 2,
        `the site answered ${answer.status} ${result ?? ''}`,
      )
    await recordMovement(
      platform,
      { ...base, lockId: door.lockId, action: 'opened', code: null, commandId },
      { state: 'opened', unitNumber: door.unitNumber },
    )
    return {
      result,
      lockStatus: 'opened',
      ...(decision.warning === undefined ? {} : { warning: decision.warning }),
    }
  } catch (error) {
    if (error instanceof SiteUnavailable) return await failed(2, error.message, error)
    throw error
  }
}

/** A second click with the same Idempotency-Key is the same command: the site gives no second pulse. */
function commandIdOf(actor: Actor, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  const hex = createHash('sha256').update(`${actor.id} ${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
