/** The five digits of a lock as they are typed: `10203` → `1:02:03`; what is not yet typed is not there. */
export function maskedLock(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 5)
  return [digits.slice(0, 1), digits.slice(1, 3), digits.slice(3)].filter((part) => part !== '').join(':')
}

/** All five digits are there. */
export const isWholeLock = (text: string): boolean => /^\d:\d\d:\d\d$/.test(text)
