export type IbanKind =
  | 'success'
  | 'successDelayed'
  | 'failed'
  | 'failedDelayed'
  | 'disputed'
  | 'exceedsWeeklyVolumeLimit'
  | 'exceedsWeeklyTransactionLimit'
  | 'insufficientFunds'

/** What stands behind an account number of a direct debit, in bank days. */
export interface IbanRule {
  readonly iban: string
  readonly kind: IbanKind
  readonly token: string
  readonly decidedAfterDays: number
  /** Fails with this; absent: the money comes. */
  readonly fails?: string
  /** Given back by the payer's bank so many days later. */
  readonly disputedAfterDays?: number
}

const SOON = 5
const LATE = 10

const rules = (
  kind: IbanKind,
  ibans: Readonly<Record<string, string>>,
  rule: Omit<IbanRule, 'iban' | 'kind' | 'token'>,
): IbanRule[] =>
  Object.entries(ibans).map(([country, iban]) => ({
    iban,
    kind,
    token: `pm_${kind}_${country}`,
    ...rule,
  }))

/** The service's own test accounts (Austria and Germany). */
export const TEST_IBANS: readonly IbanRule[] = [
  ...rules(
    'success',
    { at: 'AT611904300234573201', de: 'DE89370400440532013000' },
    { decidedAfterDays: SOON },
  ),
  ...rules(
    'successDelayed',
    { at: 'AT321904300235473204', de: 'DE08370400440532013003' },
    { decidedAfterDays: LATE },
  ),
  ...rules(
    'failed',
    { at: 'AT861904300235473202', de: 'DE62370400440532013001' },
    { decidedAfterDays: SOON, fails: 'debit_not_authorized' },
  ),
  ...rules(
    'failedDelayed',
    { at: 'AT051904300235473205', de: 'DE78370400440532013004' },
    { decidedAfterDays: LATE, fails: 'account_closed' },
  ),
  ...rules(
    'disputed',
    { at: 'AT591904300235473203', de: 'DE35370400440532013002' },
    { decidedAfterDays: SOON, disputedAfterDays: 2 },
  ),
  ...rules(
    'exceedsWeeklyVolumeLimit',
    { at: 'AT981904300000343434' },
    { decidedAfterDays: SOON, fails: 'charge_exceeds_source_limit' },
  ),
  ...rules(
    'exceedsWeeklyTransactionLimit',
    { at: 'AT601904300000121212' },
    { decidedAfterDays: SOON, fails: 'charge_exceeds_weekly_limit' },
  ),
  ...rules(
    'insufficientFunds',
    { at: 'AT981904300002222227' },
    { decidedAfterDays: SOON, fails: 'insufficient_funds' },
  ),
]

/** Any other account pays. */
export function ibanRule(iban: string): IbanRule {
  return (
    TEST_IBANS.find((rule) => rule.iban === iban) ?? {
      iban,
      kind: 'success',
      token: '',
      decidedAfterDays: SOON,
    }
  )
}

export function ibanOfToken(token: string): IbanRule | undefined {
  return TEST_IBANS.find((rule) => rule.token === token)
}

/** The check digits of an account number (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (sign) => String(parseInt(sign, 36)))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
