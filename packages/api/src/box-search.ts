/** What the table of boxes can be narrowed to and sorted by; plain, for the wire, the query and the screen alike. */
export const boxStates = ['free', 'occupied', 'reserved', 'debt', 'unpriced'] as const
export type BoxState = (typeof boxStates)[number]

const keys = ['number', 'size', 'rate', 'lock', 'state', 'client'] as const
export type BoxSortKey = (typeof keys)[number]
export type BoxSort = BoxSortKey | `-${BoxSortKey}`
export const boxSorts = keys.flatMap((key) => [key, `-${key}`] as const)
