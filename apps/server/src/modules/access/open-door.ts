import { randomUUID } from 'node:crypto'
import type { openBox as endpoint } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { decideOpening, type OpeningDecision } from '@stowage/domain/access'
import type { ErrorCode } from '@stowage/api/errors'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Deed, Once } from '../../platform/http/keyed-deed.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking, type BookingAccount } from '../accounts/index.ts'
import { whichBox, type Catalog } from '../catalog/index.ts'
import { insertRecord, type AccessRecord } from './access-store.ts'
import { tunnelAddress } from './health-store.ts'
import { SiteUnavailable, type LockGateway } from './lock-gateway.ts'
import { forgetOrder, keepOrder } from './order-store.ts'
import { holdingOf, openingActor, openingPlace, refusalParams } from './opening-facts.ts'
import { boxesForOpening, holdingsAtStock, type BoxRow } from './opening-view.ts'
import { recordMovement } from './record-movement.ts'
import type { Sites } from './sites.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'

export interface AccessTools {
  readonly platform: Platform
  readonly catalog: Catalog
  readonly gateway: LockGateway
  readonly sites: Sites
  readonly tunnels: Pick<TunnelExchange, 'own' | 'keep' | 'cut'>
  /** Tells the sites the lists that are wanted, soon. */
  readonly pushLists: () => void
}

export type Opened = Answer<typeof endpoint>

/** Who asks, from where; `once` makes a second click, and a request sent again, the same try. */
export interface Asker {
  readonly actor: Actor
  readonly address: string
  readonly once: Once
}

/** One try: the key's side of it, and the moment (machine time) after which the site must not act on it any more. */
interface Try {
  readonly actor: Actor
  readonly address: string
  readonly deed: Deed
  readonly expiresAt: number
}

/** A command dies this long after somebody asked, wherever it has been meanwhile: a door never opens late (I8). */
const COMMAND_MS = 2000
/** Whoever stands before the door can see what we cannot. */
const unknown = (): never =>
  fail(2, { reason: 'what became of this command is not known', params: { outcome: 'unknown' } })

async function tryOnce(
  { once, actor, address }: Asker,
  open: (asked: Try) => Promise<Opened>,
): Promise<Opened> {
  const expiresAt = Date.now() + COMMAND_MS
  return await once(async (deed) => await open({ actor, address, deed, expiresAt }), unknown)
}

interface WantedBox {
  readonly boxId: string
  readonly stockId?: string | null | undefined
}

/** Opens a box: decides by the rules of decisions.md 20 from facts read now, asks the site, keeps the try in the history. */
export async function openBox(tools: AccessTools, asker: Asker, wanted: WantedBox): Promise<Opened> {
  return await tryOnce(asker, async (asked) => await tryBox(tools, asked, wanted))
}

async function tryBox(tools: AccessTools, asked: Try, wanted: WantedBox): Promise<Opened> {
  const { platform, catalog } = tools
  const { actor } = asked
  const now = platform.clock.now()
  const [found, account] = await Promise.all([
    boxesForOpening(platform.db, wanted.boxId, actor.id, now),
    accountForBooking(platform.db, actor.id),
  ])
  const named = wanted.stockId ? await catalog.stockTerms(wanted.stockId) : undefined
  // Of several with the same number of a source only what is the person's own can be meant; a superUser says which.
  const isSeen = ({ holdings }: BoxRow): boolean =>
    found.length === 1 || isSuperUser(actor) || holdings.length > 0
  const box = whichBox(wanted.boxId, found, { stockId: wanted.stockId, isSeen })
  const stock = box && (await catalog.stockTerms(box.stockId))
  if (!box || !stock) fail(6005)
  const holding = box.holdings.find((row) => row.kind === 'contract') ?? box.holdings[0]
  const decision = decideOpening({
    target: 'box',
    actor: openingActor(actor, account),
    place: openingPlace(stock, now, asked.address),
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
    // Where the person holds nothing of it (a superUser), whoever holds it is looked up with the movement.
    tenantId: holding?.tenantId ?? undefined,
    verb: 'open',
  }
  return await carryOut(tools, asked, door, { decision, account })
}

interface WantedEquipment {
  readonly stockId: string
  readonly equipmentId: string
}

/** Opens a gate or door of a stock, for whom a box of his there would open; staff with the permission need none. */
export async function openEquipment(
  tools: AccessTools,
  asker: Asker,
  wanted: WantedEquipment,
): Promise<Opened> {
  return await tryOnce(asker, async (asked) => await tryEquipment(tools, asked, wanted))
}

async function tryEquipment(tools: AccessTools, asked: Try, wanted: WantedEquipment): Promise<Opened> {
  const { platform, catalog } = tools
  const { actor } = asked
  const now = platform.clock.now()
  const stock = (await catalog.stockTerms(wanted.stockId)) ?? fail(6006)
  const isForeignStaff =
    actor.platformRole === 'staff' && actor.stockId !== null && actor.stockId !== stock.id
  const [account, holdings] = await Promise.all([
    accountForBooking(platform.db, actor.id),
    holdingsAtStock(platform.db, stock.id, actor.id, now),
  ])
  const equipment = stock.equipment.find((entry) => entry.id === wanted.equipmentId)
  const siteAddress = equipment?.requiresOnSite === true ? await tunnelAddress(platform.db, stock.id) : null
  const asking = openingActor(actor, account)
  const decision = decideOpening({
    target: 'equipment',
    actor: isForeignStaff ? { ...asking, mayOpenEquipment: false } : asking,
    place: openingPlace(stock, now, asked.address, siteAddress),
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
    tenantId: null,
    verb: 'run',
  }
  return await carryOut(tools, asked, door, { decision, account })
}

export interface Door {
  readonly stockId: string
  readonly boxId: string | null
  readonly unitNumber: string | null
  readonly equipmentId: string | null
  readonly lockId: string | null
  readonly lockName: string
  readonly contractId: string | null
  /** Of the box; null: nobody's, undefined: not known. */
  readonly tenantId: string | null | undefined
  readonly verb: 'open' | 'run'
}

interface Decided {
  readonly decision: OpeningDecision
  readonly account: BookingAccount | undefined
}

async function carryOut(
  tools: AccessTools,
  { actor, deed, expiresAt }: Try,
  door: Door,
  { decision, account }: Decided,
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
    fail(decision.code, { params: refusalParams(decision.code, account) })
  }
  const commandId = randomUUID()
  const failed = async (
    code: ErrorCode,
    reason: string,
    more: { cause?: unknown; isUnknown?: boolean } = {},
  ): Promise<never> => {
    await insertRecord(platform.db, { ...base, action: 'failed', code, commandId })
    await forgetOrder(platform.db, commandId)
    const params = more.isUnknown === true ? { outcome: 'unknown' } : {}
    return fail(code, { reason, cause: more.cause, params })
  }
  if (door.lockId === null) return await failed(6013, 'the box has no lock')
  const { lockId } = door
  const { stockId, contractId, source } = base
  const by = { accountId: actor.id, actorRole: base.actorRole ?? actor.platformRole }
  await keepOrder(platform.db, { commandId, stockId, contractId, source, ...by, sentAt: machineNow() })
  try {
    const outcome = await tools.gateway.command(
      door.stockId,
      {
        commandId,
        lockId,
        verb: door.verb,
        expiresAt: new Date(expiresAt).toISOString(),
        actor: { type: actor.platformRole === 'client' ? 'client' : 'staff', ref: actor.id },
        reason: door.contractId ?? 'staff',
      },
      () => deed.begin(),
    )
    if (outcome.kind === 'refused') return await failed(2, `the site answered ${outcome.reason}`)
    const { result } = outcome.answer
    if (result !== 'opened' && result !== 'sent' && result !== 'already_open')
      return await failed(
        result === 'refused_unknown_lock' ? 6013 : 2,
        `the site answered ${result}`,
        // A pulse may have gone out before the controller fell silent.
        { isUnknown: result === 'failed_timeout' },
      )
    const opened: Opened = {
      result,
      lockStatus: 'opened',
      ...(decision.warning === undefined ? {} : { warning: decision.warning }),
    }
    await recordMovement(
      platform,
      { ...base, lockId, action: 'opened', code: null, commandId },
      { state: 'opened', unitNumber: door.unitNumber, tenantId: door.tenantId },
      async (tx) => await deed.keep(tx, opened),
    )
    return opened
  } catch (error) {
    if (error instanceof SiteUnavailable)
      return await failed(2, error.message, { cause: error, isUnknown: error.mayHaveActed })
    throw error
  }
}
