import { isVerifiedForOpening } from '@stowage/domain/kyc'
import { permissionsOf, type Permission, type PlatformRole } from '@stowage/domain/roles'
import type { HashedPin } from '@stowage/lsp/pin'
import type { Database } from '../../platform/database/connect.ts'
import { readAccounts, readStaffWithPin, type AccountView } from './account-view.ts'
import { verificationOf } from './decide-verification.ts'
import { reviewOf, versionOf } from './describe-account.ts'
import { pinForSites } from './pin.ts'

/** What a site's list needs to know of a tenant. */
export interface Opener {
  readonly id: string
  readonly documentsAgreed: 'current' | 'older' | 'never'
  readonly isVerified: boolean
  readonly blockedByStaff: boolean
  readonly pin: HashedPin | null
}

/** Living accounts as the doors see them, by id. */
export async function openers(db: Database, ids: readonly string[]): Promise<Map<string, Opener>> {
  const accounts = await readAccounts(db, ids)
  return new Map(accounts.map((account) => [account.id, openerOf(account)]))
}

/** Staff who may open at a stock and have set a PIN. */
export interface StaffOpener {
  readonly id: string
  readonly email: string
  readonly role: PlatformRole
  /** Staff open gates and doors; boxes are opened by superUsers alone (decisions.md C20). */
  readonly equipmentOnly: boolean
  readonly pin: HashedPin
}

export async function staffOpeners(db: Database, stockId: string): Promise<StaffOpener[]> {
  return (await readStaffWithPin(db, stockId)).flatMap((account) => {
    const role = account.platform_role as PlatformRole
    const pin = pinForSites(account.pin_hash)
    const mayOpen = role === 'superUser' || grantsOf(account).includes('equipment.open')
    return pin && mayOpen
      ? [{ id: account.id, email: account.email, role, equipmentOnly: role !== 'superUser', pin }]
      : []
  })
}

function openerOf(account: AccountView): Opener {
  const agreed = account.agreed_documents_version
  return {
    id: account.id,
    documentsAgreed:
      agreed === null ? 'never' : agreed === versionOf(account.legalDocuments) ? 'current' : 'older',
    isVerified: isVerifiedForOpening(verificationOf(account), reviewOf(account, account.documents)),
    blockedByStaff: account.blocked_by_staff,
    pin: pinForSites(account.pin_hash),
  }
}

function grantsOf(account: AccountView): readonly Permission[] {
  const role =
    account.roleAlias === null
      ? null
      : { alias: account.roleAlias, permissions: (account.rolePermissions ?? []) as Permission[] }
  return permissionsOf(account.platform_role as PlatformRole, role)
}
