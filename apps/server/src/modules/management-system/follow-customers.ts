import type { Tx } from '../../platform/database/transaction.ts'
import { followSource, lockSourcePerson, type SourcePerson } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { columnOf, differing, factsOf } from './customer-facts.ts'
import { keepFollowed, linkedCustomers, type LinkedCustomer } from './customer-store.ts'
import { takeWish } from './take-wish.ts'

/**
 * Who was changed over there since it was read last is changed here. What was changed here meanwhile stays until the
 * source says something new of the same; who was never compared is compared from now on.
 * @param read whom the reading has brought
 */
export async function followCustomers(
  tx: Tx,
  stockId: string,
  { read, at }: { readonly read: readonly string[]; readonly at: Temporal.Instant },
): Promise<void> {
  for (const customer of await linkedCustomers(tx, { stockId, read })) {
    const { followed, told } = customer
    const said = factsOf(customer)
    const changed = followed === null ? [] : differing(followed, said)
    if (followed !== null && told !== null && changed.length === 0) continue
    const news = Object.fromEntries(changed.map((field) => [field, said[field]]))
    const now =
      changed.length === 0
        ? await lockSourcePerson(tx, customer.accountId)
        : await followSource(tx, customer.accountId, news, at)
    if (now === undefined) continue
    // Of what was changed here only that is known over there which has just come from there.
    const known = told === null ? now : { ...told, ...picked(now, changed) }
    await keepFollowed(tx, customer, { followed: said, told: known })
  }
}

/**
 * Handler: what of a person was changed here is asked of every source that keeps him, once; what its next readings say is taken as it
 * comes.
 */
export async function tellSources(
  tx: Tx,
  catalog: Catalog,
  accountId: string,
  at: Temporal.Instant,
): Promise<void> {
  const customers = await linkedCustomers(tx, { accountId })
  if (customers.length === 0) return
  const now = await lockSourcePerson(tx, accountId)
  if (now === undefined) return
  for (const customer of customers) await tellSource(tx, catalog, { customer, now, at })
}

async function tellSource(
  tx: Tx,
  catalog: Catalog,
  {
    customer,
    now,
    at,
  }: { readonly customer: LinkedCustomer; readonly now: SourcePerson; readonly at: Temporal.Instant },
): Promise<void> {
  const { stockId, accountId, id, told, followed } = customer
  const changed = told === null ? [] : differing(told, now)
  if (told !== null && changed.length === 0) return
  await keepFollowed(tx, customer, { followed: followed ?? factsOf(customer), told: now })
  // The source says so already: it is how this came here.
  const news = changed.filter((field) => followed === null || followed[field] !== now[field])
  if (news.length === 0) return
  await takeWish(
    tx,
    catalog,
    {
      kind: 'customer',
      stockId,
      contractId: null,
      boxId: null,
      accountId,
      dateValue: null,
      payload: {
        CustomerID: id,
        ...Object.fromEntries(news.map((field) => [columnOf[field], now[field]])),
      },
      askedById: accountId,
    },
    at,
  )
}

const picked = (person: SourcePerson, fields: readonly (keyof SourcePerson)[]): Partial<SourcePerson> =>
  Object.fromEntries(fields.map((field) => [field, person[field]]))
