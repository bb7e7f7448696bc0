import type { Fields } from '../../ui/index.ts'
import type { AccountValues } from './account-values.ts'
import type { Account } from './documents.ts'

/** What each group of fields of the account form is given. */
export interface AccountPartProps {
  readonly form: Fields<AccountValues>
  readonly may: (name: keyof AccountValues) => boolean
  readonly account: Account
}
