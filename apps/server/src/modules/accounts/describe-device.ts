/** What a user agent says in plain words; null where it does not say. Names of products, the same in every language. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

// The first that fits: most call themselves by the names of those before them, too.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function describeDevice(userAgent: string | null): Device {
  const named = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}

/** `Firefox, Windows`; null where the user agent says neither. */
export function deviceName(userAgent: string | null): string | null {
  const { browser, system } = describeDevice(userAgent)
  return [browser, system].filter((part) => part !== null).join(', ') || null
}
