import { reportNames } from '@stowage/api/report-words'
import type { Make } from './permissions.calls.ts'

/** How the rows of reports are tried; what they say is tried in reports/figures.test.ts. */
export const figureCalls: Readonly<Record<string, Make>> = Object.fromEntries(
  reportNames.map((name) => [`GET reports/${name}`, () => ({ url: `reports/${name}` })]),
)
