import type { Fields } from '../../ui/index.ts'
import type { AccountValues } from './account-values.ts'

/** What each group of fields of the account form is given. */
export interface AccountPartProps {
  readonly form: Pick<Fields<AccountValues>, 'values' | 'text' | 'tick' | 'set'>
  readonly may: (name: keyof AccountValues) => boolean
  /** Adding an account: what must be filled in has a star (specification 2.10: on create only). */
  readonly isNew?: boolean
}
