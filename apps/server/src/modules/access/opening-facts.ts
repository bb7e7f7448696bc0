import type { ContractHolding, Holding, OpeningActor, OpeningPlace } from '@stowage/domain/access'
import { isVerifiedForOpening } from '@stowage/domain/kyc'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { BookingAccount } from '../accounts/index.ts'
import type { StockTerms } from '../catalog/index.ts'
import type { HoldingRow } from './opening-view.ts'

/** Rows and call turned into the plain facts that the domain decides on; nothing is decided here. */
export function openingActor(actor: Actor, account: BookingAccount | undefined, currentVersion: string | null): OpeningActor {
  const agreed = account?.agreedDocumentsVersion ?? null
  const verification = account?.isKycVerified ? 'verified' : account?.wasKycVerified ? 'suspended' : 'unverified'
  return {
    kind: isSuperUser(actor) ? 'superUser' : actor.platformRole === 'staff' ? 'staff' : 'client',
    mayOpenEquipment: actor.grants.has('equipment.open'),
    documentsAgreed: agreed === null ? 'never' : currentVersion === null || agreed === currentVersion ? 'current' : 'older',
    isVerified: account !== undefined && isVerifiedForOpening(verification, review(account)),
  }
}

const review = (account: BookingAccount): Parameters<typeof isVerifiedForOpening>[1] => ({
  missing: account.missingDocuments as Parameters<typeof isVerifiedForOpening>[1]['missing'],
  rejected: account.rejectedDocuments as Parameters<typeof isVerifiedForOpening>[1]['rejected'],
  isComplete: account.missingDocuments.length === 0 && account.rejectedDocuments.length === 0,
})

export function openingPlace(stock: StockTerms, now: Temporal.Instant, callerAddress: string | null): OpeningPlace {
  return {
    now: now.toZonedDateTimeISO(stock.timeZone).toPlainDateTime(), opens: Temporal.PlainTime.from(stock.openingTime), closes: Temporal.PlainTime.from(stock.closingTime), freeDays: stock.daysWithoutFee,
    callerAddress, siteAddresses: stock.routerIp === null ? [] : [stock.routerIp],
  }
}

export function holdingOf(row: HoldingRow, account: BookingAccount | undefined): Holding {
  if (row.kind === 'reservation' || row.status === null || row.startDay === null) return { kind: 'reservation' }
  const leave = row.leaveAt === null ? null : Temporal.PlainDateTime.from(row.leaveAt.replace(' ', 'T'))
  const holding: ContractHolding = {
    kind: 'contract', status: row.status, firstPaymentReversed: row.firstPaymentReversed, startDay: Temporal.PlainDate.from(row.startDay),
    endDay: row.endDay === null ? null : Temporal.PlainDate.from(row.endDay), leavingTime: leave?.toPlainTime() ?? null,
    moveOutUntil: row.moveOutUntil === null ? null : Temporal.PlainDateTime.from(row.moveOutUntil.replace(' ', 'T')),
    oldestUnpaidRentDue: row.oldestUnpaidRentDue === null ? null : Temporal.PlainDate.from(row.oldestUnpaidRentDue),
    isPaymentUnderWay: row.isPaymentUnderWay, needsStaff: row.blockedByStaff || (account?.blockedByStaff ?? false),
  }
  return holding
}
