import { tariffPresets } from '@stowage/domain/tariff'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { stockChanged } from './events.ts'
import { givenOf, tariffOf, type GivenTariff } from './given-tariff.ts'
import { holdStock, insertTariffs, readTariffs, type TariffFacts, type TariffRow } from './tariff-store.ts'

/** A tariff of a stock, behind those it has. @throws Failure 6006; 1003, 1005 with the field; 9000 for an alias in use */
export async function createTariff(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  { stockId, ...given }: GivenTariff & { readonly stockId: string },
): Promise<TariffRow> {
  if (!(await holdStock(tx, stockId))) fail(6006, { field: 'stockId' })
  const tariff = tariffOf(given)
  const [made] = await addTariffs(deps, tx, author, stockId, [tariff])
  return made ?? fail(9104)
}

/** Those of the five usual ones (decisions.md C16) whose alias the stock does not have, all off. @returns all of the stock @throws Failure 6006 */
export async function addPresets(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
): Promise<TariffRow[]> {
  if (!(await holdStock(tx, stockId))) fail(6006, { field: 'stockId' })
  const taken = new Set((await readTariffs(tx, stockId)).map(({ alias }) => alias))
  const lacking = tariffPresets.filter(({ alias }) => !taken.has(alias))
  await addTariffs(
    deps,
    tx,
    author,
    stockId,
    lacking.map((preset) => ({ ...preset, isOn: false })),
  )
  return await readTariffs(tx, stockId)
}

/** The five of a stock that begins; its own entry in the log speaks for them. */
export async function presetsOf(tx: Tx, stockId: string, at: Temporal.Instant): Promise<void> {
  await insertTariffs(
    tx,
    tariffPresets.map((preset, index) => ({
      ...preset,
      isOn: false,
      id: newId(),
      stockId,
      position: index + 1,
      createdAt: at,
    })),
  )
}

async function addTariffs(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  tariffs: readonly TariffFacts[],
): Promise<TariffRow[]> {
  const at = deps.clock.now()
  const last = (await readTariffs(tx, stockId)).at(-1)?.position ?? 0
  const rows = tariffs.map((tariff, index) => ({
    ...tariff,
    id: newId(),
    stockId,
    position: last + index + 1,
    createdAt: at,
    updatedAt: null,
  }))
  await insertTariffs(tx, rows)
  for (const row of rows)
    note(tx, deps.clock, author, {
      action: 'tariff-created',
      subjectType: 'tariff',
      subjectId: row.id,
      stockId,
      after: givenOf(row),
    })
  if (rows.length > 0)
    publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  return rows
}
