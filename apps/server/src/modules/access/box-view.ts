import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { getBox } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { sizeGroup, unitOf } from '@stowage/domain/box'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { whichBox, type StockTerms } from '../catalog/index.ts'
import type { ContractAnswer } from '../contracts/index.ts'

export type BoxAnswer = Answer<typeof getBox>

interface Row {
  readonly id: string
  readonly externalId: string | null
  readonly stockId: string
  readonly unitNumber: string
  readonly size: number
  readonly floor: number | null
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly monthRate: number | null
  readonly description: string | null
  readonly ownRate: number | null
  readonly category: string | null
  readonly lockId: string | null
  readonly lockState: 'opened' | 'closed' | 'unavailable' | null
  readonly lockSince: string | null
  readonly contractId: string | null
  readonly contractNumber: string | null
  readonly tenantId: string | null
  readonly tenantName: string | null
  readonly internalUserId: string | null
  readonly claimKind: string | null
  readonly sourceState: string | null
  readonly createdAt: string
  readonly updatedAt: string | null
}

async function readBoxes(db: Database, where: RawBuilder<SqlBool>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.id, b.external_id as "externalId", b.stock_id as "stockId", b.unit_number as "unitNumber", b.size, b.floor, b.height, b.width, b.depth, b.month_rate as "monthRate", b.own_rate as "ownRate", (select g.name from box_category g where g.id = b.category_id) as category, b.description, b.lock_id as "lockId", l.state as "lockState", to_char(l.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lockSince",
           c.id as "contractId", c.number as "contractNumber", c.account_id as "tenantId", c.internal_user_id as "internalUserId", coalesce(case when a.account_type = 'legal' then a.company end, nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email) as "tenantName",
           k.kind as "claimKind", b.source_state as "sourceState", to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", to_char(b.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
      from box b left join lock_state l on l.stock_id = b.stock_id and l.lock_id = b.lock_id
      left join contract c on c.box_id = b.id and c.status in ('pending', 'active', 'ended') left join account a on a.id = c.account_id
      left join box_claim k on k.box_id = b.id and k.released_at is null
     where ${where} and b.deleted_at is null`.execute(db)
  return rows
}

/** The boxes of a tenant's contracts, by id, in one question; what is not his is not among them. */
export async function boxesOfTenant(
  db: Database,
  boxIds: readonly string[],
  tenantId: string,
): Promise<ReadonlyMap<string, Row>> {
  if (boxIds.length === 0) return new Map()
  const rows = await readBoxes(db, sql`b.id = any(${[...boxIds]})`)
  return new Map(rows.filter((row) => row.tenantId === tenantId).map((row) => [row.id, row]))
}

/**
 * One box: for its tenant, for a superUser and staff of its stock; undefined is "not there" and "not yours" alike.
 * @param stockId where the number of a source is not enough
 * @throws Failure 6003 as `whichBox`
 */
export async function boxFor(
  db: Database,
  boxId: string,
  actor: Actor,
  stockId?: string,
): Promise<Row | undefined> {
  const isStaff = isSuperUser(actor) || actor.grants.has('boxes.read')
  const isSeen = (row: Row): boolean =>
    isStaff
      ? isSuperUser(actor) || actor.stockId === null || actor.stockId === row.stockId
      : row.tenantId === actor.id
  const rows = await readBoxes(db, sql`(b.id = ${boxId} or b.external_id = ${boxId})`)
  return whichBox(boxId, rows, { stockId, isSeen })
}

export function describeBox(
  row: Row,
  stock: StockTerms,
  grossRate: number | null,
  actor: Actor,
  contract: ContractAnswer | undefined,
  mayOpen: boolean,
): BoxAnswer {
  const isStaff = actor.platformRole !== 'client'
  // An internal contract is there for a superUser and that staff user only (decisions.md B8).
  const isShown = row.internalUserId === null || row.internalUserId === actor.id || isSuperUser(actor)
  return {
    id: row.id,
    unitId: row.externalId ?? row.id,
    unitNumber: row.unitNumber,
    number: row.unitNumber,
    size: row.size,
    sizeGroup: sizeGroup(row.size),
    physicalSize: row.size,
    unit: unitOf(row.unitNumber),
    floor: row.floor,
    height: row.height,
    width: row.width,
    depth: row.depth,
    monthRate: row.monthRate,
    grossRate,
    currency: stock.currency,
    description: row.description,
    stockId: row.stockId,
    stockName: stock.name,
    isExternal: stock.isExternal,
    isOccupied:
      row.claimKind === 'contract' || row.sourceState === 'occupied' || row.sourceState === 'closed',
    isReserved: row.claimKind === 'reservation' || (row.claimKind === null && row.sourceState === 'reserved'),
    lockStatus: row.lockState ?? 'unavailable',
    lockSince: row.lockSince,
    ...(isStaff ? { lockId: row.lockId, category: row.category, ownRate: row.ownRate } : {}),
    contractId: isShown ? row.contractId : null,
    contractNumber: isShown ? row.contractNumber : null,
    userInfo:
      row.tenantId !== null && (isShown || row.tenantId === actor.id)
        ? { id: row.tenantId, fullName: row.tenantName ?? '' }
        : null,
    ...(contract && {
      paidAhead: contract.paidAhead,
      leaveDate: contract.leaveDate ?? null,
      isExtended: contract.isExtended,
      internalUserId: contract.internalUserId ?? null,
    }),
    internalEquipments: stock.equipment.map(({ id, name, kind, isExit }) => ({ id, name, kind, isExit })),
    mayOpen,
    created: row.createdAt,
    updated: row.updatedAt,
  }
}
