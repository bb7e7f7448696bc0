import { on, type Handler } from '../../../platform/events/dispatcher.ts'
import { personErased } from '../../accounts/index.ts'
import { blankEntriesOf } from './bank-store.ts'

/**
 * What the bank told of who paid goes with the person for whom it was: that so much came in on that day stays with the books. A
 * movement that was put to tenants who are still there keeps its words.
 */
export const bankHandlers: readonly Handler[] = [
  on(
    personErased,
    'the bank erases the payer',
    async (tx, { payload }) => await blankEntriesOf(tx, payload.accountId),
  ),
]
