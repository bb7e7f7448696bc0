import type { listContractImports, undoContractImport } from '@stowage/api/table-imports'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { undoTakenPlan } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { stepContract } from './change-status.ts'
import { lockContract, setStatus } from './contract-store.ts'
import { contractCancelled } from './events.ts'
import { importsAt, lockImport, setUndone } from './import-store.ts'
import { tell } from './tell.ts'

/** The imports of a stock, the latest first. @throws Failure 6006 */
export async function readImports(
  db: Database,
  catalog: Catalog,
  stockId: string,
): Promise<Answer<typeof listContractImports>> {
  if (!(await catalog.stockTerms(stockId))) fail(6006, { field: 'stockId' })
  return {
    imports: (await importsAt(db, stockId)).map(({ id, contracts, byName, changed, madeAt, undoneAt }) => ({
      id,
      contracts,
      byName,
      changed,
      at: madeAt.toString(),
      undoneAt: undoneAt?.toString() ?? null,
    })),
  }
}

/**
 * Takes an import back as a whole: its contracts are cancelled, their boxes free and their deposits out of the books. No mail goes out.
 * @throws Failure 9104; 9109 where it was taken back before; 9218 with the contracts on which something has happened since
 */
export async function undoImport(
  { clock }: Pick<Platform, 'clock'>,
  catalog: Catalog,
  tx: Tx,
  call: Call<typeof undoContractImport, Actor>,
): Promise<Answer<typeof undoContractImport>> {
  const at = clock.now()
  const { row, contractIds } = (await lockImport(tx, call.params.importId)) ?? fail(9104)
  if (row.undoneAt !== null) fail(9109, { reason: 'undone before' })
  if (row.changed.length > 0)
    fail(9218, {
      params: {
        count: row.changed.length,
        contracts: row.changed
          .slice(0, NAMED)
          .map(({ number, unitNumber }) => `${number} (${unitNumber})`)
          .join(', '),
      },
      present: { changed: row.changed },
    })
  for (const id of contractIds) {
    const contract = (await lockContract(tx, id)) ?? fail(9104)
    await setStatus(tx, id, stepContract(contract, 'withdrawn'), at)
    await undoTakenPlan(tx, { contract, byId: call.actor.id, at })
    await catalog.releaseClaim(tx, id, at)
    tell(tx, contractCancelled, contract, at, { reason: 'import-undone' })
  }
  await setUndone(tx, row.id, at)
  note(tx, clock, authorOf(call), {
    action: 'contract-import-undone',
    subjectType: 'contract-import',
    subjectId: row.id,
    stockId: row.stockId,
    before: { contracts: contractIds.length },
    after: { contracts: 0 },
  })
  return { contracts: contractIds.length }
}

/** As many contracts as an error names; its present state holds them all. */
const NAMED = 5
