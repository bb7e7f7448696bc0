import type { ContractHolding, Holding, OpeningActor, OpeningPlace } from '@stowage/domain/access'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { BookingAccount } from '../accounts/index.ts'
import type { StockTerms } from '../catalog/index.ts'
import { networkOf } from './network-of.ts'
import type { HoldingRow } from './opening-view.ts'

/** Rows and call turned into the plain facts that the domain decides on; nothing is decided here. */
export function openingActor(
  actor: Pick<Actor, 'platformRole' | 'grants'>,
  account: BookingAccount | undefined,
): OpeningActor {
  const agreed = account?.agreedDocumentsVersion ?? null
  return {
    kind: isSuperUser(actor) ? 'superUser' : actor.platformRole === 'staff' ? 'staff' : 'client',
    mayOpenEquipment: actor.grants.has('equipment.open'),
    documentsAgreed:
      agreed === null ? 'never' : agreed === account?.currentDocumentsVersion ? 'current' : 'older',
    isVerified: account?.isVerifiedForOpening ?? false,
  }
}

/** @param siteAddress where the site's own agent was seen last: its tunnel and the people in its Wi-Fi come from there */
export function openingPlace(
  stock: StockTerms,
  now: Temporal.Instant,
  callerAddress: string | null,
  siteAddress: string | null = null,
): OpeningPlace {
  return {
    now: now.toZonedDateTimeISO(stock.timeZone).toPlainDateTime(),
    opens: Temporal.PlainTime.from(stock.openingTime),
    closes: Temporal.PlainTime.from(stock.closingTime),
    freeDays: stock.daysWithoutFee,
    callerAddress: callerAddress && networkOf(callerAddress),
    siteAddresses: [stock.routerIp, siteAddress].flatMap((address) =>
      address === null ? [] : [networkOf(address)],
    ),
  }
}

/** What a refusal is to say beside its code: the reason that staff gave, to him whom they keep out. */
export function refusalParams(
  code: number | null,
  account: Pick<BookingAccount, 'blockReason'> | undefined,
): Readonly<Record<string, string>> {
  const reason = account?.blockReason ?? null
  return code === 7007 && reason !== null ? { subject: 'blocked', reason } : {}
}

export function holdingOf(
  row: HoldingRow,
  account: Pick<BookingAccount, 'blockedByStaff'> | undefined,
): Holding {
  if (row.kind === 'reservation' || row.status === null || row.startDay === null)
    return { kind: 'reservation' }
  const holding: ContractHolding = {
    kind: 'contract',
    status: row.status,
    isHeldBehind: row.isHeldBehind,
    firstPaymentReversed: row.firstPaymentReversed,
    startDay: Temporal.PlainDate.from(row.startDay),
    endDay: row.endDay === null ? null : Temporal.PlainDate.from(row.endDay),
    leavingTime: row.leavingTime === null ? null : Temporal.PlainTime.from(row.leavingTime),
    moveOutUntil:
      row.moveOutUntil === null ? null : Temporal.PlainDateTime.from(row.moveOutUntil.replace(' ', 'T')),
    oldestUnpaidRentDue:
      row.oldestUnpaidRentDue === null ? null : Temporal.PlainDate.from(row.oldestUnpaidRentDue),
    isPaymentUnderWay: row.isPaymentUnderWay,
    needsStaff: row.blockedByStaff || (account?.blockedByStaff ?? false),
  }
  return holding
}
