import type { Answer } from '@stowage/api/endpoint'
import type { getCompany } from '@stowage/api/catalog'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { note, type Author } from './author.ts'
import { readCompany } from './catalog-view.ts'
import { lockCompany, upsertCompany } from './company-store.ts'
import { companyChanged } from './events.ts'

/** What the operator says about himself (decisions.md D28). */
export type CompanySettings = Omit<Answer<typeof getCompany>, 'demo' | 'clockOffsetMs' | 'businessNow'>

/** Before anybody has set anything: an empty system still has a name to show, and sign-up and reports are on (D27). */
export const unsetCompany: CompanySettings = {
  name: 'Stowage',
  address: '',
  email: '',
  website: '',
  supportPhone: '',
  officeHours: [],
  legalDocuments: [],
  signUpEnabled: true,
  reportsEnabled: true,
}

/** Changes the company's settings; what is not given stays. */
export async function setCompany(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  settings: Partial<CompanySettings>,
): Promise<void> {
  const at = deps.clock.now()
  await lockCompany(tx)
  const before = (await readCompany(tx)) ?? unsetCompany
  await upsertCompany(tx, { ...before, ...settings }, at)
  note(tx, deps.clock, author, {
    action: 'company-changed',
    subjectType: 'company',
    subjectId: 'company',
    before,
    after: { ...before, ...settings },
  })
  publish(tx, fact(companyChanged, { aggregate: 'company', at, payload: {} }))
}
