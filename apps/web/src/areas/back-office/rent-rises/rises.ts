import type { Answer } from '@stowage/api/endpoint'
import type { listRiseCandidates, listRises, previewRises } from '@stowage/api/rises'

export type Candidates = Answer<typeof listRiseCandidates>
export type Candidate = Candidates['items'][number]
export type Preview = Answer<typeof previewRises>[number]
export type Notice = Answer<typeof listRises>['items'][number]

/** What of a stock's contracts is wanted, as the address says it. */
export interface Wanted {
  readonly category: string | null
  /** So many percent below the street rate at least; null: whatever they pay. */
  readonly below: number | null
}

/** The steps that the filter offers. */
export const belowSteps = [1, 5, 10, 15, 20, 30] as const

export function wantedOf(given: { readonly category?: string; readonly below?: string }): Wanted {
  const below = belowSteps.find((step) => String(step) === given.below)
  return { category: given.category ?? null, below: below ?? null }
}

/** The contracts that are wanted, those that pay least against the street rate first. */
export function wantedCandidates(
  items: readonly Candidate[],
  { category, below }: Wanted,
): readonly Candidate[] {
  return items
    .filter(
      (one) =>
        (category === null || one.categoryId === category) &&
        (below === null || (one.belowPercent ?? -1) >= below),
    )
    .toSorted((a, b) => (b.belowPercent ?? -Infinity) - (a.belowPercent ?? -Infinity))
}

/** The categories that the contracts are of, by name. */
export function categoriesOf(
  items: readonly Candidate[],
): { readonly value: string; readonly label: string }[] {
  const names = new Map(
    items.flatMap(({ categoryId, categoryName }) =>
      categoryId == null ? [] : [[categoryId, categoryName ?? ''] as const],
    ),
  )
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
