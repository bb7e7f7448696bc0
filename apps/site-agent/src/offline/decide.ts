import { LONGEST_NAME, type AccessList, type ListEntry, type StaffEntry } from '@stowage/lsp/access-list'

/** Whom a list knows by what he typed and by his PIN. */
export type Holder =
  | { readonly kind: 'tenant'; readonly entry: ListEntry }
  | { readonly kind: 'staff'; readonly entry: StaffEntry }

/** What he wants to open: the lock of his box, or a gate or door. */
export interface Wanted {
  readonly lockId: string
  readonly isEquipment: boolean
}

/** Why a door stays shut: a code of the error catalogue, or what only a site can say. */
export type Refusal =
  | { readonly code: number; readonly at?: Date }
  | { readonly because: 'notYours' | 'expired' }

export type Decision = { readonly opens: true } | { readonly opens: false; readonly refusal: Refusal }

/**
 * Whether a door opens for somebody whose PIN was right, by the list alone (decision 20, as far as time changes it; what only an
 * event changes has come with the list).
 * @param now never behind what server and list have said, so that a clock set back keeps no right alive
 */
export function decide(list: AccessList, holder: Holder, wanted: Wanted, now: Date): Decision {
  const refusal =
    holder.kind === 'staff' ? staff(list, holder.entry, wanted, now) : tenant(list, holder.entry, wanted, now)
  return refusal === undefined ? { opens: true } : { opens: false, refusal }
}

function staff(list: AccessList, entry: StaffEntry, wanted: Wanted, now: Date): Refusal | undefined {
  if (now >= new Date(list.staffValidUntil)) return { because: 'expired' }
  return entry.equipmentOnly && !wanted.isEquipment ? { because: 'notYours' } : undefined
}

/** Refusals that come before the question of dates; overdue rent comes behind it. */
const BEFORE_DATES: ReadonlySet<number> = new Set([6014, 7001, 7005, 7000])
const UNPAID = 7006
const NEEDS_STAFF = 7007

function tenant(list: AccessList, entry: ListEntry, wanted: Wanted, now: Date): Refusal | undefined {
  const { blocked, blockReason, blockedFrom, from, until } = entry
  const own = wanted.isEquipment ? entry.equipmentIds : entry.lockIds
  if (now >= new Date(list.validUntil)) return { because: 'expired' }
  if (!own.includes(wanted.lockId)) return { because: 'notYours' }
  if (blocked && BEFORE_DATES.has(blockReason ?? 0)) return { code: blockReason ?? NEEDS_STAFF }
  if (now < new Date(from)) return { code: 7003, at: new Date(from) }
  if (until !== null && now >= new Date(until)) return { code: 7008 }
  if (blocked) return { code: blockReason ?? NEEDS_STAFF }
  if (typeof blockedFrom === 'string' && now >= new Date(blockedFrom)) return { code: blockReason ?? UNPAID }
  return list.exits.includes(wanted.lockId) || isWithinHours(list.hours, now) ? undefined : { code: 7002 }
}

/** `opens` = `closes`: round the clock; `closes` before `opens`: over midnight. */
function isWithinHours({ opens, closes, timeZone }: AccessList['hours'], now: Date): boolean {
  const time = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
  const [from, to] = [Temporal.PlainTime.from(opens), Temporal.PlainTime.from(closes)]
  const hasOpened = Temporal.PlainTime.compare(time, from) >= 0
  const hasClosed = Temporal.PlainTime.compare(time, to) >= 0
  const order = Temporal.PlainTime.compare(from, to)
  if (order === 0) return true
  return order < 0 ? hasOpened && !hasClosed : hasOpened || !hasClosed
}

/** Letters that look alike on a door and come from another keyboard. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
}

/** What people type where a box number is asked, without what does not matter: case, blanks, dashes, the keyboard's alphabet. */
export function typedKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-–—./]/g, '')
    .replaceAll(/[А-Я]/g, (letter) => LOOK_ALIKE[letter] ?? letter)
    .slice(0, LONGEST_NAME)
}

/** Everybody whom this may be: a box may have several tenants, each with a PIN of his own. */
export function holdersOf(list: AccessList, key: string): Holder[] {
  if (key === '') return []
  return [
    ...list.entries
      .filter((entry) => typedKey(entry.box) === key)
      .map((entry) => ({ kind: 'tenant', entry }) as const),
    ...list.staff
      .filter((entry) => typedKey(entry.name) === key)
      .map((entry) => ({ kind: 'staff', entry }) as const),
  ]
}
