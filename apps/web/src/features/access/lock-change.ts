import type { getBox } from '@stowage/api/catalog'
import type { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import type { LockStatus, MyStock } from './my-box.ts'

/** A lock has moved: BOX_OPENED, BOX_CLOSED, or the answer to opening. */
export interface LockChange {
  readonly boxId: string
  readonly lockStatus: Exclude<LockStatus, 'unavailable'>
  /** An ISO instant. */
  readonly at: string
}

type Box = Answer<typeof getBox>
type Contract = Answer<typeof getContract>

/** Messages may come late and twice; one that is older than what is known changes nothing. */
function isNews(
  { lockSince }: { readonly lockSince?: string | null | undefined },
  { at }: LockChange,
): boolean {
  return lockSince == null || Date.parse(at) >= Date.parse(lockSince)
}

/** The same answer with the lock moved; the very same object where it is about none of these boxes. */
export function inMyBoxes(stocks: readonly MyStock[], change: LockChange): readonly MyStock[] {
  if (!stocks.some(({ boxes }) => boxes.some((box) => box.id === change.boxId && isNews(box, change))))
    return stocks
  return stocks.map((stock) => ({
    ...stock,
    boxes: stock.boxes.map((box) =>
      box.id === change.boxId
        ? {
            ...box,
            lockStatus: change.lockStatus,
            lockSince: change.at,
            contract: { ...box.contract, lockStatus: change.lockStatus },
          }
        : box,
    ),
  }))
}

export function inBox(box: Box, change: LockChange): Box {
  return box.id === change.boxId && isNews(box, change)
    ? { ...box, lockStatus: change.lockStatus, lockSince: change.at }
    : box
}

export function inContract(contract: Contract, change: LockChange): Contract {
  return contract.boxId === change.boxId ? { ...contract, lockStatus: change.lockStatus } : contract
}
