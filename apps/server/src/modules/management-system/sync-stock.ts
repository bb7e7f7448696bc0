import { createHash } from 'node:crypto'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog, ExternalSystem, SourceUnit } from '../catalog/index.ts'
import { forgetCopies, keepCopies } from './copy-store.ts'
import { eraseWhoIsOver } from './erasure-store.ts'
import { followCustomers } from './follow-customers.ts'
import { namesUnknownCustomer } from './copy-view.ts'
import type { Reach } from './reach-system.ts'
import { currencyOf } from './source-terms.ts'
import type { SiteReading, Understood, Watermarks } from './site-rows.ts'
import { SourceFailure, type SourceTrouble } from './source.ts'
import { dueStocks, holdTurn, noteFailed, noteSynced, takeTurn, type Turn } from './sync-store.ts'
import { takeContracts } from './take-contracts.ts'

export interface SyncDeps {
  readonly platform: Platform
  readonly catalog: Catalog
  readonly reach: Reach
}

const everyMinutes = 5
/** Longer than a reading takes; a process that died over one is waited for no longer than for the next turn. */
const leaseMinutes = 5
const mostProblems = 50
const nothingRead: Watermarks = { customers: null, contracts: null, documents: null }

export type Synced = 'synced' | 'elsewhere' | SourceTrouble | 'ours'

/** Job: every site that is due, one after the other; each is read by one process at a time. */
export async function syncDue(deps: SyncDeps): Promise<void> {
  for (const stockId of await dueStocks(deps.platform.db, machineNow())) await syncStock(deps, stockId)
}

/**
 * Reads the source of a stock and makes the copy, the stock, its boxes and its contracts what it says, in one transaction: a reading
 * that breaks off leaves everything as the last one left it.
 * @returns `elsewhere` while another process reads it
 * @throws Failure 6006 for a stock that is none, or has no external system
 */
export async function syncStock(deps: SyncDeps, stockId: string): Promise<Synced> {
  const { platform, catalog, reach } = deps
  const { transact, log } = platform
  const system = (await catalog.externalSystem(stockId)) ?? fail(6006, { field: 'stockId' })
  if (system.siteId === null) fail(2, { params: { outcome: 'noSource' } })
  const turn = await transact(async (tx) => {
    const now = machineNow()
    return await takeTurn(tx, stockId, { leaseId: newId(), now, until: now.add({ minutes: leaseMinutes }) })
  })
  if (turn === undefined) return 'elsewhere'
  try {
    const sourceKey = keyOf(system)
    const isSame = turn.sourceKey === sourceKey
    const reached = await reach(system)
    const reading = await reached.source.site(reached.system, isSame ? turn.marks : nothingRead)
    await apply(deps, turn, { reading, sourceKey, isSame })
    return 'synced'
  } catch (error) {
    const trouble = error instanceof SourceFailure ? error.trouble : 'ours'
    log[trouble === 'ours' ? 'error' : 'warn']({ err: error, stockId }, 'an external system was not read')
    await transact(async (tx) => await noteFailed(tx, turn, { trouble, dueAt: nextTurn() }))
    return trouble
  }
}

const nextTurn = (): Temporal.Instant => machineNow().add({ minutes: everyMinutes })

/** Another database, or another site of it, is another source: what is known of the first says nothing of it. */
const keyOf = ({ server, port, name, siteId, kind }: ExternalSystem): string =>
  createHash('sha256')
    .update(JSON.stringify([server, port, name, siteId, kind]))
    .digest('base64url')
    .slice(0, 22)

async function apply(
  { platform, catalog }: SyncDeps,
  turn: Turn,
  { reading, sourceKey, isSame }: { reading: SiteReading; sourceKey: string; isSame: boolean },
): Promise<void> {
  const { stockId } = turn
  const terms = (await catalog.stockTerms(stockId)) ?? fail(6006)
  await platform.transact(async (tx) => {
    const at = platform.clock.now()
    if (!(await holdTurn(tx, turn))) throw new Error('another process has read it meanwhile')
    const problems = [...reading.problems]
    const currency = currencyOf(reading.site.CurrencyCode)
    if (currency === undefined)
      throw new SourceFailure('sourceUnknown', `ssr_sites: no currency of ours: ${reading.site.CurrencyCode}`)
    const { site } = reading
    const inCurrency = withOurCurrency(reading, problems)
    problems.push(
      ...(await catalog.takeSource(tx, stockId, {
        site: {
          address: site.Address,
          city: site.City,
          zip: site.Zip,
          phone: site.Phone,
          currency,
          country: site.Country?.toUpperCase() ?? null,
        },
        units: reading.units.map((unit) => unitOf(unit, problems)),
      })),
    )
    if (!isSame) await forgetCopies(tx, stockId)
    await keepCopies(tx, stockId, inCurrency)
    const today = at.toZonedDateTimeISO(terms.timeZone).toPlainDate()
    problems.push(...(await takeContracts(tx, catalog, stockId, { at, today })))
    await followCustomers(tx, stockId, { read: reading.customers.map(({ CustomerID }) => CustomerID), at })
    await eraseWhoIsOver(tx, stockId, at)
    const isUnknown = await namesUnknownCustomer(tx, stockId)
    const marks = inCurrency.watermarks
    await noteSynced(tx, turn, {
      sourceKey,
      marks: isUnknown ? { ...marks, customers: null } : marks,
      problems: problems.slice(0, mostProblems),
      at: machineNow(),
      dueAt: nextTurn(),
    })
  })
}

/** Contracts and documents in money that this house does not count in are left out, and read again until they are in some of ours. */
function withOurCurrency(reading: SiteReading, problems: string[]): SiteReading {
  const { contracts, documents } = reading.watermarks
  const marks = { contracts, documents }
  const isOurs = (
    name: keyof typeof marks,
    id: string,
    { CurrencyCode: code, UpdatedAt: at }: { readonly CurrencyCode: string; readonly UpdatedAt: string },
  ): boolean => {
    if (currencyOf(code) !== undefined) return true
    problems.push(`ssr_${name} "${id}": CurrencyCode is no currency of ours: "${code}"`)
    if (marks[name] !== null && at < marks[name]) marks[name] = at
    return false
  }
  return {
    ...reading,
    contracts: reading.contracts.filter((row) => isOurs('contracts', row.ContractID, row)),
    documents: reading.documents.filter((row) => isOurs('documents', row.DocumentID, row)),
    watermarks: { ...reading.watermarks, ...marks },
  }
}

/** Sizes as our columns hold them; one that is none of this world is not known. */
function unitOf(unit: Understood<'ssr_units'>, problems: string[]): SourceUnit {
  const within = (column: string, value: number | null, most: number): number | null => {
    if (value === null || (value > 0 && value < most)) return value
    if (value !== 0) problems.push(`ssr_units "${unit.UnitID}": ${column} is no length: ${value}`)
    return null
  }
  const width = within('Width', unit.Width, 999)
  const depth = within('Depth', unit.Depth, 999)
  return {
    externalId: unit.UnitID,
    unitNumber: unit.UnitNumber,
    size:
      within('PhysicalSize', unit.PhysicalSize, 9999) ??
      (width !== null && depth !== null ? width * depth : null),
    height: within('Height', unit.Height, 999),
    width,
    depth,
    // For nothing is no price: nobody takes a box for it by mistake.
    rate: unit.MonthRate > 0 ? unit.MonthRate : null,
    state: !unit.IsRentable ? 'closed' : unit.IsOccupied ? 'occupied' : unit.IsReserved ? 'reserved' : 'free',
  }
}
