import { offlineRight } from '@stowage/domain/offline-entry'
import {
  LIST_VALID_HOURS,
  STAFF_VALID_HOURS,
  type AccessList,
  type ListEntry,
  type StaffEntry,
} from '@stowage/lsp/access-list'
import { isLockId } from '@stowage/lsp/messages'
import type { Platform } from '../../platform/platform.ts'
import { openers, staffOpeners, type Opener, type SaltedPin } from '../accounts/index.ts'
import type { StockTerms } from '../catalog/index.ts'
import { holdingOf } from './opening-facts.ts'
import { tenanciesAtStock, type TenancyRow } from './opening-view.ts'

/** Whom an entry speaks of: said by the site when somebody opened by it. */
export interface ListedPerson {
  readonly accountId: string
  /** Null: staff. */
  readonly contractId: string | null
}

const entryIdOf = ({ accountId, contractId }: ListedPerson): string =>
  contractId === null ? accountId : `${contractId}.${accountId}`

/** The person behind an entryId; undefined for what is none of ours. */
export function personOf(entryId: string): ListedPerson | undefined {
  const parts = entryId.split('.')
  if (parts.length > 2 || !parts.every((part) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(part))) return undefined
  const [first, second] = parts as [string, string | undefined]
  return second === undefined
    ? { accountId: first, contractId: null }
    : { accountId: second, contractId: first }
}

/**
 * The list of who may open at a stock without asking us, unsigned: tenants with a PIN and a right that has begun or will within the
 * list's life, those who are barred with the reason, and staff. Sensible without a lock too: the gate opens.
 */
export async function buildAccessList(
  platform: Platform,
  stock: StockTerms,
  version: number,
): Promise<AccessList> {
  const now = platform.clock.now()
  const tenancies = await tenanciesAtStock(platform.db, stock.id)
  const ids = new Set(
    tenancies.flatMap(({ tenantId, internalUserId }) => [tenantId, internalUserId ?? tenantId]),
  )
  const [people, staff] = await Promise.all([
    openers(platform.db, [...ids]),
    staffOpeners(platform.db, stock.id),
  ])
  const equipmentIds = stock.equipment.map(({ id }) => id).filter(isLockId)
  return {
    siteId: stock.id,
    version,
    offsetMs: platform.clock.offset(),
    issuedAt: now.toString(),
    validUntil: now.add({ hours: LIST_VALID_HOURS }).toString(),
    staffValidUntil: now.add({ hours: STAFF_VALID_HOURS }).toString(),
    hours: { opens: stock.openingTime, closes: stock.closingTime, timeZone: stock.timeZone },
    exits: stock.equipment.filter(({ id, isExit }) => isExit && isLockId(id)).map(({ id }) => id),
    entries: tenancies.flatMap((tenancy) =>
      [...new Set([tenancy.tenantId, tenancy.internalUserId ?? tenancy.tenantId])].flatMap(
        (accountId) => entryOf(tenancy, people.get(accountId), { now, stock, equipmentIds }) ?? [],
      ),
    ),
    staff: staff.map(({ id, email, role, equipmentOnly, pin }): StaffEntry => ({
      entryId: id,
      name: email.toLowerCase(),
      role,
      equipmentOnly,
      ...pin,
    })),
  }
}

/** Whose PINs a list carries. */
export const pinsIn = ({ entries, staff }: AccessList): SaltedPin[] =>
  [...entries, ...staff].flatMap(({ entryId, salt }) => {
    const person = personOf(entryId)
    return person ? [{ accountId: person.accountId, salt }] : []
  })

function entryOf(
  tenancy: TenancyRow,
  person: Opener | undefined,
  about: {
    readonly now: Temporal.Instant
    readonly stock: StockTerms
    readonly equipmentIds: readonly string[]
  },
): ListEntry | undefined {
  if (person?.pin == null) return undefined
  const right = offlineRight(person, holdingOf(tenancy, person), {
    now: about.now,
    timeZone: about.stock.timeZone,
    freeDays: about.stock.daysWithoutFee,
  })
  if (!right || Temporal.Instant.compare(right.from, about.now.add({ hours: LIST_VALID_HOURS })) > 0)
    return undefined
  return {
    entryId: entryIdOf({ accountId: person.id, contractId: tenancy.contractId }),
    box: tenancy.unitNumber,
    lockIds: tenancy.lockId !== null && isLockId(tenancy.lockId) ? [tenancy.lockId] : [],
    equipmentIds: [...about.equipmentIds],
    from: right.from.toString(),
    until: right.until?.toString() ?? null,
    blocked: right.blocked,
    blockReason: right.blockReason,
    blockedFrom: right.blockedFrom?.toString() ?? null,
    ...person.pin,
  }
}
