import { passes, type Actor } from '../../platform/http/actor.ts'
import type { KeptAnswer } from '../../platform/http/kept-answers.ts'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxListJson, type BoxList, type BoxShape } from './box-list-view.ts'
import { dayAt, type Memory } from './memory.ts'
import { vatPercent } from './terms.ts'

export type ListDeps = Pick<Platform, 'clock' | 'db'> & { readonly memory: Memory }

/** What a caller gets of boxes/fetch (permissions.json); staff tied to another stock are visitors here (decisions.md B8). */
export function boxShape(actor: Actor | null, stockId: string): BoxShape {
  if (actor === null || actor.platformRole === 'client') return 'public'
  if (actor.platformRole === 'staff' && actor.stockId !== null && actor.stockId !== stockId) return 'public'
  if (passes(actor, ['boxes.read'])) return 'staff'
  return passes(actor, ['boxes.lockStatus']) ? 'watch' : 'public'
}

/**
 * The big list: made once per change of the stock and day, then handed out as bytes.
 * @throws Failure 6003 without a stock, 6006 for one that is not there
 */
export async function fetchBoxes(
  deps: ListDeps,
  actor: Actor | null,
  stockId: string | undefined,
): Promise<{ kept: KeptAnswer; shape: BoxShape }> {
  if (!stockId) fail(6003, { field: 'stockId' })
  const shape = boxShape(actor, stockId)
  const kept = await deps.memory.answers.get(stockId, shape, async () => {
    const found = await listOf(deps, stockId, shape)
    return (
      found && { json: await boxListJson(deps.db, { ...found.list, internalOf: 'nobody' }), right: found.day }
    )
  })
  return { kept: kept ?? fail(6006, { field: 'stockId' }), shape }
}

/** What the list of a stock is made from now; undefined for a stock that is not there. */
export async function listOf(
  { clock, memory }: ListDeps,
  stockId: string,
  shape: BoxShape,
): Promise<{ list: Omit<BoxList, 'internalOf'>; day: ReturnType<typeof dayAt> } | undefined> {
  const stock = (await memory.stocks.get()).get(stockId)
  if (stock === undefined) return undefined
  const day = dayAt(clock.now(), stock.timeZone)
  return {
    list: { stockId, shape, today: day.today, vatPercent: vatPercent(stock, 'individual', day.today) },
    day,
  }
}
