import type { Answer } from '@stowage/api/endpoint'
import type { getCompany } from '@stowage/api/catalog'

export type Company = Answer<typeof getCompany>

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

export interface Hours {
  readonly fromDay: Day
  readonly toDay: Day
  readonly from: string
  readonly to: string
}
export interface LegalDocument {
  readonly key: string
  readonly title: { readonly ru: string; readonly en: string; readonly de: string; readonly pl: string }
  readonly url: string
  readonly version: string
}

const isDay = (text: string | undefined): text is Day => days.some((day) => day === text)

/** What the form holds; spans of days in their two ends. */
export function companyValues(company: Company) {
  return {
    name: company.name,
    address: company.address,
    email: company.email,
    website: company.website,
    supportPhone: company.supportPhone,
    officeHours: company.officeHours.map((hours): Hours => {
      const [first, last] = hours.days.split('-')
      const fromDay = isDay(first) ? first : 'mon'
      return { fromDay, toDay: isDay(last) ? last : fromDay, from: hours.from, to: hours.to }
    }),
    legalDocuments: company.legalDocuments.map(({ title, ...document }): LegalDocument => {
      const { ru = '', en = '', de = '', pl = '' } = title
      return { ...document, title: { ru, en, de, pl } }
    }),
    signUpEnabled: company.signUpEnabled,
    reportsEnabled: company.reportsEnabled,
  }
}
export type CompanyValues = ReturnType<typeof companyValues>

/** Keys that stand twice: said at the second one. */
export function sameKeys(
  documents: readonly Pick<LegalDocument, 'key'>[],
): { field: string; code: number }[] {
  return documents.flatMap(({ key }, index) =>
    key !== '' && documents.findIndex((other) => other.key === key) < index
      ? [{ field: `legalDocuments.${index}.key`, code: 1005 }]
      : [],
  )
}

/** What travels of what was changed. */
export function companyBody({ officeHours, ...changes }: Partial<CompanyValues>): object {
  if (officeHours === undefined) return changes
  return {
    ...changes,
    officeHours: officeHours.map(({ fromDay, toDay, from, to }) => ({
      days: fromDay === toDay ? fromDay : `${fromDay}-${toDay}`,
      from,
      to,
    })),
  }
}

export const companyLengths = {
  name: [1, 128],
  address: [0, 254],
  email: [6, 129],
  website: [0, 254],
  supportPhone: [0, 30],
} as const
