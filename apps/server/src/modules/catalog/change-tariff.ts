import type { Body } from '@stowage/api/endpoint'
import { updateTariff as endpoint } from '@stowage/api/tariffs'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { describeTariff } from './describe-tariff.ts'
import { stockChanged } from './events.ts'
import { givenOf, tariffOf } from './given-tariff.ts'
import { lockTariff, removeTariff, updateTariff, type TariffRow } from './tariff-store.ts'

/**
 * Changes a tariff; what is not sent stays. What is quoted from now on follows it, contracts keep what they were concluded on.
 * @throws Failure 9104; 9109 with the present record; 1003, 1005 with the field; 9000 for an alias in use
 */
export async function changeTariff(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { updated, ...given }: Body<typeof endpoint>,
): Promise<TariffRow> {
  const stored = (await lockTariff(tx, id)) ?? fail(9104)
  await refuseStale(endpoint, stored.updatedAt, updated, () => describeTariff(stored))
  const before = givenOf(stored)
  const tariff = tariffOf(merged(before, given))
  const after = givenOf(tariff)
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  const at = deps.clock.now()
  await updateTariff(tx, id, tariff, at)
  const isSwitch = JSON.stringify({ ...after, isOn: before.isOn }) === JSON.stringify(before)
  note(tx, deps.clock, author, {
    action: isSwitch ? (after.isOn ? 'tariff-switched-on' : 'tariff-switched-off') : 'tariff-changed',
    subjectType: 'tariff',
    subjectId: id,
    stockId: stored.stockId,
    before,
    after,
  })
  tell(tx, stored.stockId, at)
  return { ...stored, ...tariff, updatedAt: at }
}

/** Takes a tariff out of the lists; reservations and contracts keep what was promised. @throws Failure 9104 */
export async function deleteTariff(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
): Promise<void> {
  const stored = (await lockTariff(tx, id)) ?? fail(9104)
  await removeTariff(tx, id)
  note(tx, deps.clock, author, {
    action: 'tariff-deleted',
    subjectType: 'tariff',
    subjectId: id,
    stockId: stored.stockId,
    before: givenOf(stored),
  })
  tell(tx, stored.stockId, deps.clock.now())
}

/** The stock offers something else now. */
function tell(tx: Tx, stockId: string, at: Temporal.Instant): void {
  publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
}
