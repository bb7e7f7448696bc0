import type { Answer } from '@stowage/api/endpoint'
import { languageOfCountry } from '@stowage/domain/account'
import type { importExternalUsers } from '@stowage/api/management-system'
import { authorOf, note } from '../../platform/audit/author.ts'
import { personal } from '../../platform/audit/personal.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, Failure } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { createAccount } from '../accounts/index.ts'
import { linkCustomer } from './copy-store.ts'
import { factsOf } from './customer-facts.ts'
import { followCustomers } from './follow-customers.ts'
import { stockOfSite } from './copy-view.ts'
import { customersOf, type CustomerRow } from './external-users-view.ts'
import { fatesOf } from './list-users.ts'
import { sourceTroubles } from './source.ts'
import { syncStock, type SyncDeps } from './sync-stock.ts'
import { lockBoxesFor } from './sync-store.ts'
import { takeContracts } from './take-contracts.ts'

type Outcome = Answer<typeof importExternalUsers>

/**
 * Accounts for the customers of a site, and their contracts with them. The source is read first; where it is away the last copy is
 * what is imported from. A second import makes nothing twice.
 * @throws Failure 6006 for a site that is no stock's; 2 where nothing was ever read
 */
export async function importUsers(
  deps: SyncDeps,
  call: Call<typeof importExternalUsers, Actor>,
): Promise<Outcome> {
  const { platform, catalog } = deps
  const stockId = (await stockOfSite(platform.db, call.query.siteId)) ?? fail(6006, { field: 'siteId' })
  const terms = (await catalog.stockTerms(stockId)) ?? fail(6006, { field: 'siteId' })
  const synced = await syncStock(deps, stockId)
  return await call.transact(async (tx) => {
    const at = platform.clock.now()
    const today = at.toZonedDateTimeISO(terms.timeZone).toPlainDate()
    if (!(await lockBoxesFor(tx, stockId)))
      fail(2, {
        params: { outcome: sourceTroubles.find((trouble) => trouble === synced) ?? 'sourceAway' },
        reason: 'nothing was ever read of it',
      })
    const outcome = { imported: 0, linked: 0, skipped: [] as Outcome['skipped'], contracts: 0 }
    for (const { customer, fate } of fatesOf(await customersOf(tx, stockId, today))) {
      if (fate === 'known') continue
      if (fate === 'noEmail' || fate === 'emailTaken') {
        outcome.skipped.push({ customerId: customer.id, reason: fate })
        continue
      }
      const isLinked = fate === 'link'
      const accountId =
        fate === 'link'
          ? (customer.namesake?.id ?? '')
          : await open(tx, customer, { terms, at, language: call.language })
      await linkCustomer(tx, { stockId, customerId: customer.id, accountId })
      outcome[fate === 'link' ? 'linked' : 'imported'] += 1
      outcome.contracts += customer.openContracts
      note(tx, platform.clock, authorOf(call), {
        action: isLinked ? 'account-linked' : 'account-imported',
        subjectType: 'account',
        subjectId: accountId,
        stockId,
        after: { customerId: customer.id, email: personal(accountId, customer.email) },
      })
    }
    await takeContracts(tx, catalog, stockId, { at, today })
    await followCustomers(tx, stockId, { read: [], at })
    return outcome
  })
}

/**
 * An account without a password: its owner sets one by mail. With a running contract it counts as agreed and verified until staff ask
 * anew (decision 21): an older version of the documents asks at the next visit, and a verification can be taken back.
 */
async function open(
  tx: Tx,
  customer: CustomerRow,
  {
    terms,
    at,
    language,
  }: { terms: { country: string; city: string }; at: Temporal.Instant; language: Actor['language'] },
): Promise<string> {
  const { country, city, email: _email, ...said } = factsOf(customer)
  try {
    const { id } = await createAccount(tx, {
      email: customer.email ?? '',
      passwordHash: null,
      platformRole: 'client',
      language: languageOfCountry(customer.country) ?? language,
      accountType: customer.isCompany ? 'legal' : 'individual',
      ...said,
      country: country ?? terms.country,
      city: city ?? terms.city,
      imported: { isVouched: customer.openContracts > 0 },
      at,
    })
    return id
  } catch (error) {
    // Signed up between the look at the list and this: the whole import is asked for again.
    if (error instanceof Failure && error.code === 9000)
      fail(9109, { reason: 'an account came meanwhile', cause: error })
    throw error
  }
}
