import type { myBoxes as endpoint } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import {
  decideOpening,
  isOpenAt,
  type ContractHolding,
  type Holding,
  type OpeningDecision,
} from '@stowage/domain/access'
import { unitOf } from '@stowage/domain/box'
import { errorText } from '@stowage/texts/errors/index.ts'
import type { Actor, Language } from '../../platform/http/actor.ts'
import { accountForBooking } from '../accounts/index.ts'
import { autoPayments, readBalance } from '../billing/index.ts'
import { reservationsOf } from '../booking/index.ts'
import { contractsOfAccount } from '../contracts/index.ts'
import { boxesOfTenant } from './box-view.ts'
import { tunnelAddress } from './health-store.ts'
import type { AccessTools } from './open-door.ts'
import { holdingOf, openingActor, openingPlace, refusalParams } from './opening-facts.ts'
import { holdingsAtStock } from './opening-view.ts'
import type { SiteWatch } from './watch-sites.ts'

type MyStock = Answer<typeof endpoint>[number]

/**
 * A tenant's home screen in one answer: stocks with their doors, boxes with what opening would answer right now, and live
 * reservations. Wi-Fi and the offline link only where a contract runs (decisions.md B10).
 */
export async function myBoxes(
  tools: AccessTools,
  watch: SiteWatch,
  accountId: string,
  viewer: Actor,
  address: string,
  language: Language,
): Promise<MyStock[]> {
  const { platform, catalog } = tools
  const { db } = platform
  const now = platform.clock.now()
  const [account, contracts, reservations] = await Promise.all([
    accountForBooking(db, accountId),
    contractsOfAccount(db, accountId, 'held', viewer, now),
    reservationsOf(db, accountId, now),
  ])
  const stockIds = [
    ...new Set([
      ...contracts.map((contract) => contract.stockId),
      ...reservations.map((reservation) => reservation.stockId),
    ]),
  ]
  // The door asks as the tenant, also when a superUser looks at his screen.
  const tenant: Actor = { ...viewer, id: accountId, platformRole: 'client', grants: new Set(['client']) }
  const asked = openingActor(tenant, account)
  const said = (code: number | null): { code: number | null; message: string | null } => ({
    code,
    message: code === null ? null : errorText(code, language, refusalParams(code, account)),
  })

  const known = await boxesOfTenant(
    db,
    contracts.map(({ boxId }) => boxId),
    accountId,
  )
  const debited = await autoPayments(
    db,
    contracts.map(({ id }) => id),
  )
  const answers: MyStock[] = []
  for (const stockId of stockIds) {
    const stock = await catalog.stockTerms(stockId)
    const shown = await catalog.describeStock(
      stockId,
      contracts.some(
        (contract) =>
          contract.stockId === stockId && (contract.status === 'active' || contract.status === 'ended'),
      )
        ? 'tenant'
        : 'public',
    )
    if (!stock || !shown) continue
    const asksForSite = stock.equipment.some(({ requiresOnSite }) => requiresOnSite)
    const place = openingPlace(stock, now, address, asksForSite ? await tunnelAddress(db, stockId) : null)
    const rows = await holdingsAtStock(db, stockId, accountId, now)
    const balance = await readBalance(platform, catalog, accountId, stockId)
    const own = contracts.filter((contract) => contract.stockId === stockId)
    const boxes = own.map((contract) => {
      const box = known.get(contract.boxId)
      const row = rows.find((entry) => entry.contractId === contract.id)
      const holding = row ? holdingOf(row, account) : null
      const decide = (held: Holding | null): OpeningDecision =>
        decideOpening({
          target: 'box',
          actor: asked,
          place,
          box: { isKnown: true, requiresOnSite: false },
          stock: { isNamed: false, isKnown: true, hasBox: true },
          holding: held,
        })
      const decision = decide(holding)
      const isClosedByRent = !decision.open && (decision.code === 7000 || decision.code === 7006)
      const after = isClosedByRent && holding?.kind === 'contract' ? decide(asPaid(holding)) : null
      return {
        id: contract.boxId,
        unitId: box?.externalId ?? contract.boxId,
        unitNumber: contract.unitNumber,
        size: contract.physicalSize,
        unit: unitOf(contract.unitNumber),
        floor: box?.floor ?? null,
        height: box?.height ?? null,
        width: box?.width ?? null,
        depth: box?.depth ?? null,
        contract,
        lockStatus: box?.lockState ?? ('unavailable' as const),
        lockSince: box?.lockSince ?? null,
        paidAhead: contract.paidAhead,
        leaveDate: contract.leaveDate ?? null,
        isExtended: contract.isExtended,
        autoPayment: debited.get(contract.id) ?? null,
        opening: {
          opens: decision.open,
          ...said(decision.open ? null : decision.code),
          warning: decision.open ? (decision.warning ?? null) : null,
          afterPayment: after && { opens: after.open, ...said(after.open ? null : after.code) },
        },
      }
    })
    answers.push({
      stock: shown,
      accountBalance: balance.accountBalance,
      debt: own.reduce((sum, contract) => sum + contract.debt, 0),
      overdue: own.reduce((sum, contract) => sum + contract.overdue, 0),
      isOpenNow: isOpenAt(place.now.toPlainTime(), place),
      isOk: await watch.isOk(stockId),
      equipment: stock.equipment.map((equipment) => {
        const decision = decideOpening({
          target: 'equipment',
          actor: asked,
          place,
          stockIsKnown: true,
          equipment: { isKnown: true, isExit: equipment.isExit, requiresOnSite: equipment.requiresOnSite },
          holdings: rows.map((row) => holdingOf(row, account)),
        })
        return {
          id: equipment.id,
          name: equipment.name,
          kind: equipment.kind,
          isExit: equipment.isExit,
          opens: decision.open,
          ...said(decision.open ? null : decision.code),
        }
      }),
      boxes,
      reservations: reservations.filter((reservation) => reservation.stockId === stockId),
    })
  }
  return answers
}

/** The same contract once the rent that closes its box is paid. */
const asPaid = (holding: ContractHolding): ContractHolding => ({
  ...holding,
  status: holding.status === 'pending' ? 'active' : holding.status,
  firstPaymentReversed: false,
  oldestUnpaidRentDue: null,
})
