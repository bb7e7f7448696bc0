import type { Answer } from '@stowage/api/endpoint'
import type { listDebtors } from '@stowage/api/reports'
import type { RecordedEvent } from '../../platform/events/event.ts'
import { createKeptFindings, type KeptFindings } from '../../platform/kept-findings.ts'
import { sessionsEnded, signedInElsewhere } from '../accounts/index.ts'
import type { Totals } from './desk-filter-view.ts'

/** What the lists of the desk know of a moment ago (decision record 293). */
export interface DeskMemory {
  readonly totals: Totals
  readonly debtors: KeptFindings<Answer<typeof listDebtors>>
  heard(event: RecordedEvent): void
}

/** What is said of these things changes no contract, document or name. They are most of what happens all day. */
const OF_OTHER_THINGS = /^(lock|site|appeal|api-key|webhook|notification):/
const OF_SIGN_INS: ReadonlySet<string> = new Set([sessionsEnded.type, signedInElsewhere.type])

export function createDeskMemory(): DeskMemory {
  const totals = createKeptFindings<number>()
  const debtors = createKeptFindings<Answer<typeof listDebtors>>()
  return {
    totals,
    debtors,
    heard({ type, aggregate }) {
      if (OF_OTHER_THINGS.test(aggregate) || OF_SIGN_INS.has(type)) return
      totals.drop()
      debtors.drop()
    },
  }
}
