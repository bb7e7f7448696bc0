import { decideOpening } from '@stowage/domain/access'
import { machineNow } from '../../platform/clock.ts'
import { accountForBooking } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import { setJudged, unjudgedOpenings, type UnjudgedOpening } from './judged-store.ts'
import { holdingOf, openingPlace } from './opening-facts.ts'
import { rightThen } from './rights-then-view.ts'

const AT_ONCE = 100

interface JudgeTools {
  readonly platform: Platform
  readonly catalog: Catalog
}

/**
 * Job: what a site opened by its list is held against the rights as they were at that moment (a list may be older than a block, a
 * payment or a notice). Where we would have refused, the record says so, with the code. Twice is once: the same facts, the same word.
 */
export async function judgeOpenings(tools: JudgeTools, stopping?: AbortSignal): Promise<void> {
  const { db } = tools.platform
  await workRows(tools.platform, {
    job: 'judge-openings',
    find: async (turn) => await unjudgedOpenings(db, { limit: AT_ONCE, turn }),
    keyOf: ({ id }) => id,
    work: async (opening) =>
      await setJudged(db, [{ id: opening.id, code: await codeThen(tools, opening) }], machineNow()),
    stopping,
  })
}

/** With which code this opening would have been refused; null: it would not. */
async function codeThen({ platform, catalog }: JudgeTools, opening: UnjudgedOpening): Promise<number | null> {
  const { stockId, accountId, contractId, equipmentId, at } = opening
  const stock = await catalog.stockTerms(stockId)
  // Staff open by their role, which no contract bars.
  if (!stock || accountId === null || contractId === null) return null
  const machineAt = at.subtract({ milliseconds: platform.clock.offset() })
  const [right, account] = await Promise.all([
    rightThen(platform.db, contractId, accountId, at, machineAt),
    accountForBooking(platform.db, accountId),
  ])
  const holding = right && holdingOf(right.holding, { blockedByStaff: right.accountBlocked })
  const actor = {
    kind: 'client',
    mayOpenEquipment: false,
    documentsAgreed:
      account?.agreedDocumentsVersion == null
        ? 'never'
        : account.agreedDocumentsVersion === account.currentDocumentsVersion
          ? 'current'
          : 'older',
    isVerified: account?.isVerifiedForOpening ?? false,
  } as const
  const place = openingPlace(stock, at, null)
  const equipment = stock.equipment.find(({ id }) => id === equipmentId)
  const decision =
    equipmentId === null
      ? decideOpening({
          target: 'box',
          actor,
          place,
          box: { isKnown: true, requiresOnSite: false },
          stock: { isNamed: false, isKnown: true, hasBox: true },
          holding,
        })
      : decideOpening({
          target: 'equipment',
          actor,
          place,
          stockIsKnown: true,
          // He stood there.
          equipment: { isKnown: true, isExit: equipment?.isExit ?? false, requiresOnSite: false },
          holdings: holding ? [holding] : [],
        })
  return decision.open ? null : decision.code
}
