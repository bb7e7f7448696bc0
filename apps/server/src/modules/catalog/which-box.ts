import { fail } from '../../platform/failure.ts'

interface Place {
  readonly id: string
  readonly stockId: string
}

/**
 * The box that an id in a path means (decisions.md A1). Ours is one box; the number that an external system gave (`UnitID`) may
 * be that of boxes at several stocks, because each stock has a source of its own: then those count that the caller has to do
 * with, at the stock that he names. Nothing is opened, changed or deleted by guess.
 * @param found every box with this id of ours or of a source
 * @returns undefined where there is none
 * @throws Failure 6003 where several are left: the stock is to be named
 */
export function whichBox<B extends Place>(
  id: string,
  found: readonly B[],
  wish: { readonly stockId?: string | null | undefined; readonly isSeen?: (box: B) => boolean } = {},
): B | undefined {
  const { stockId, isSeen = () => true } = wish
  const ours = found.find((box) => box.id === id)
  const seen = (ours ? [ours] : found).filter((box) => isSeen(box))
  // One box and another stock: the caller is told so (6007) by whoever acts on it.
  if (seen.length <= 1) return seen[0]
  const there = seen.filter((box) => !stockId || box.stockId === stockId)
  if (there.length > 1) fail(6003, { field: 'stockId', params: { by: 'unitId' } })
  return there[0]
}
