import type { Answer } from '@stowage/api/endpoint'
import type { getCompany } from '@stowage/api/catalog'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { readCompany } from './catalog-view.ts'
import { lockCompany, upsertCompany } from './company-store.ts'
import { companyChanged } from './events.ts'

/** What the operator says about himself (decisions.md D28). */
export type CompanySettings = Omit<
  Answer<typeof getCompany>,
  'demo' | 'clockOffsetMs' | 'businessNow' | 'updated'
>

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

export interface Company extends CompanySettings {
  readonly updatedAt: Temporal.Instant | null
}

/**
 * Changes the company's settings; what is not given stays.
 * @param updated when the settings were changed last, as the editor knows it
 * @throws Failure 9109 with the present settings
 */
export async function setCompany(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  settings: Partial<{ readonly [K in keyof CompanySettings]: CompanySettings[K] | undefined }>,
  updated?: string | null,
): Promise<Company> {
  const at = deps.clock.now()
  await lockCompany(tx)
  const { updatedAt, ...before } = (await readCompany(tx)) ?? { ...unsetCompany, updatedAt: null }
  if (isStale(updatedAt, updated))
    fail(9109, { present: { ...before, updated: updatedAt?.toString() ?? null } })
  const after = merged(before, settings)
  if (updatedAt !== null && JSON.stringify(after) === JSON.stringify(before)) return { ...before, updatedAt }
  await upsertCompany(tx, after, at)
  note(tx, deps.clock, author, {
    action: 'company-changed',
    subjectType: 'company',
    subjectId: 'company',
    before,
    after,
  })
  publish(tx, fact(companyChanged, { aggregate: 'company', at, payload: {} }))
  return { ...after, updatedAt: at }
}
