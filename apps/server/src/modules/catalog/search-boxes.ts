import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { boxSearchJson, type BoxSearch } from './box-list-view.ts'
import { boxShape, listOf, type ListDeps } from './fetch-boxes.ts'

/** Boxes that match a search, for staff. @throws Failure 6003, 6006 */
export async function searchBoxes(
  deps: ListDeps,
  actor: Actor,
  stockId: string | undefined,
  search: BoxSearch,
): Promise<string> {
  if (!stockId) fail(6003, { field: 'stockId' })
  // The list of another stock than one's own is not there (decisions.md B8).
  if (boxShape(actor, stockId) !== 'staff') fail(6006, { field: 'stockId' })
  const { list } = (await listOf(deps, stockId, 'staff')) ?? fail(6006, { field: 'stockId' })
  const internalOf = isSuperUser(actor) ? 'everybody' : { accountId: actor.id }
  return await boxSearchJson(deps.db, { ...list, shape: 'edit', internalOf }, search)
}
