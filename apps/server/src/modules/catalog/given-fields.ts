type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/**
 * What a body has given: without what it left out, and with null for what a form sends empty. Fields that must not be empty
 * do not get here empty: the call's schema has refused them.
 */
export function givenFields<T extends object>(body: T): Given<T> {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : (value as unknown)]),
  ) as Given<T>
}
