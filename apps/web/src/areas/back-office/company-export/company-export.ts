import type { Answer } from '@stowage/api/endpoint'
import type { listCompanyExports } from '@stowage/api/company-exports'

export type CompanyExport = Answer<typeof listCompanyExports>[number]

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const isUnderWay = ({ state }: CompanyExport): boolean => state === 'asked' || state === 'making'

/** How far it is, in percent; undefined where nobody knows how much there will be. */
export function partMade({ things, about }: Pick<CompanyExport, 'things' | 'about'>): number | undefined {
  if (about == null || about < things || about === 0) return undefined
  return Math.min(99, Math.round((things / about) * 100))
}

/** Of an archive: 0.3, 12, 1840. */
export function megabytesOf(bytes: number): number {
  const megabytes = bytes / 1024 / 1024
  return megabytes >= 10 ? Math.round(megabytes) : Math.max(0.1, Math.round(megabytes * 10) / 10)
}
