import { limits } from '@stowage/domain/limits'
import type { Category } from '../../../features/catalog/index.ts'
import { shownNumber, typedNumber, type PickedFile } from '../../../ui/index.ts'

export type { Category }

/** What the form of a category holds; sizes and money as they are typed, prices by currency. */
export function categoryValues(category?: Category) {
  const money = (minor: number | null | undefined): string => shownNumber(minor == null ? null : minor / 100)
  return {
    name: category?.name ?? '',
    alias: category?.alias ?? '',
    description: category?.description ?? '',
    minSize: shownNumber(category?.minSize),
    maxSize: shownNumber(category?.maxSize),
    pricePerMeterQuadratic: money(category?.pricePerMeterQuadratic),
    // What only stands in is nobody's price yet: its field stays empty and names it beside.
    prices: Object.fromEntries(
      (category?.prices ?? [])
        .filter(({ confirmed }) => confirmed)
        .map((price) => [price.currency, money(price.pricePerMeterQuadratic)]),
    ) as Readonly<Record<string, string>>,
    preview: null as PickedFile | null,
  }
}
export type CategoryValues = ReturnType<typeof categoryValues>

/** Minor units of what is typed; null for nothing, NaN for no money. */
export function typedMinor(text: string): number | null {
  const typed = typedNumber(text)
  if (typed === undefined) return null
  const minor = Math.round(typed * 100)
  return Math.abs(minor - typed * 100) < 1e-6 ? minor : Number.NaN
}

/** What travels of a category: everything, or only what was changed. */
export function categoryBody(values: CategoryValues, changes: Partial<CategoryValues> = values): object {
  const body: Record<string, unknown> = {}
  for (const name of Object.keys(changes) as (keyof CategoryValues)[]) {
    if (name === 'minSize' || name === 'maxSize') body[name] = typedNumber(values[name])
    else if (name === 'pricePerMeterQuadratic') body[name] = typedMinor(values[name])
    else if (name === 'prices')
      body[name] = Object.fromEntries(
        Object.entries(values.prices).map(([currency, text]) => [currency, typedMinor(text)]),
      )
    else if (name === 'preview') {
      if (values.preview !== null) body[name] = { type: values.preview.type, base64: values.preview.base64 }
    } else body[name] = values[name]
  }
  return body
}

/** What only all fields together say: sizes the right way round, some price. */
export function categoryIssues(values: CategoryValues): { field: string; code: number }[] {
  const [min, max] = [typedNumber(values.minSize), typedNumber(values.maxSize)]
  const issues: { field: string; code: number }[] = []
  if (min !== undefined && max !== undefined && min > max) issues.push({ field: 'maxSize', code: 1005 })
  const isPriced = [values.pricePerMeterQuadratic, ...Object.values(values.prices)].some(
    (text) => text.trim() !== '',
  )
  if (!isPriced) issues.push({ field: 'pricePerMeterQuadratic', code: 1003 })
  if (
    Object.values(values.prices).some((text) => Number.isNaN(typedMinor(text)) || (typedMinor(text) ?? 0) < 0)
  )
    issues.push({ field: 'prices', code: 1005 })
  return issues
}

export const categoryLengths = {
  name: limits.text.categoryName,
  alias: limits.text.categoryAlias,
  description: limits.text.categoryDescription,
} as const

/** Where a picture is to be had. */
export const previewAddress = (image: string): string =>
  `/api/boxcategories/previews/${encodeURIComponent(image)}`
