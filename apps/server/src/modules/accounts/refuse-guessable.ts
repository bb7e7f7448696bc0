import { passwordProblem } from '@stowage/domain/password'
import type { Database } from '../../platform/database/connect.ts'
import { FieldFailures } from '../../platform/failure.ts'
import { readCompanyName } from './account-view.ts'

interface Owner {
  readonly email?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly company?: string | null | undefined
}

/** Refuses a new password that is guessed first (`passwordProblem`). @throws FieldFailures 9193 at `password` */
export async function refuseGuessable(db: Database, password: string, owner: Owner): Promise<void> {
  const { email, firstName, lastName, company } = owner
  const by = passwordProblem(password, {
    email,
    names: [firstName, lastName, company],
    company: await readCompanyName(db),
  })
  if (by !== null) throw new FieldFailures([{ code: 9193, field: 'password', params: { by } }])
}
