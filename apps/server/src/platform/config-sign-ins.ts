/** When sign-ins of a platform role end by themselves. */
export interface SignInLimit {
  /** After the last call that renewed the token. */
  readonly idleHours: number
  /** After the sign-in itself, however much it is used. */
  readonly days: number
}

export interface SignInLimits {
  /** Staff and superUsers. */
  readonly staff: SignInLimit
  readonly client: SignInLimit
}

type Given = (name: string) => string | undefined
type Whole = (value: string, name: string, min: number, max: number) => number

/** Staff at most a month: what they may do is worth stealing. Browsers keep a cookie for 400 days at most. */
export function readSignIns(given: Given, whole: Whole): SignInLimits {
  const days = given('SIGN_IN_CLIENT_IDLE_DAYS') ?? '90'
  return {
    staff: {
      idleHours: whole(given('SIGN_IN_STAFF_IDLE_HOURS') ?? '12', 'SIGN_IN_STAFF_IDLE_HOURS', 1, 9600),
      days: whole(given('SIGN_IN_STAFF_DAYS') ?? '30', 'SIGN_IN_STAFF_DAYS', 1, 400),
    },
    client: {
      idleHours: whole(days, 'SIGN_IN_CLIENT_IDLE_DAYS', 1, 400) * 24,
      days: whole(given('SIGN_IN_CLIENT_DAYS') ?? '400', 'SIGN_IN_CLIENT_DAYS', 1, 400),
    },
  }
}
