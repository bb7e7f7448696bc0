import { invalidParameter, noSuch } from './refusals.ts'
import type { Form } from './form.ts'

const MOST = 100
const USUAL = 10

/** A page of records, newest first, with the service's way of going on (`starting_after`, `ending_before`, `created[gte]`). @throws StripeRefusal */
export function listOf<T extends { id: string; created?: number }>(
  url: string,
  /** Oldest first. */
  rows: readonly T[],
  form: Form,
  matches: (row: T) => boolean = () => true,
): object {
  const limit = form.integer('limit') ?? USUAL
  if (limit < 1 || limit > MOST)
    throw invalidParameter('limit', `Invalid limit: must be from 1 to ${MOST}`, 'parameter_invalid_integer')
  const inTime = timeFilter(form)
  const all = rows.filter((row) => inTime(row.created ?? 0) && matches(row)).toReversed()
  const after = form.text('starting_after')
  const before = form.text('ending_before')
  if (after !== undefined && before !== undefined)
    throw invalidParameter('starting_after', 'You may only specify one of starting_after, ending_before.')
  const placeOf = (id: string, field: string): number => {
    const place = all.findIndex((row) => row.id === id)
    if (place < 0) throw noSuch(url.split('/').at(-1) ?? 'object', id, field)
    return place
  }
  if (before !== undefined) {
    const end = placeOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: all.slice(start, end) }
  }
  const start = after === undefined ? 0 : placeOf(after, 'starting_after') + 1
  return {
    object: 'list',
    url,
    has_more: start + limit < all.length,
    data: all.slice(start, start + limit),
  }
}

function timeFilter(form: Form): (created: number) => boolean {
  const exact = form.integer('created')
  const range = form.part('created')
  const [gt, gte, lt, lte] = (['gt', 'gte', 'lt', 'lte'] as const).map((name) => range.integer(name))
  return (created) =>
    (exact === undefined || created === exact) &&
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
}

/** Whether a row has what the form asks of these fields; a field that is not given asks nothing. */
export function fieldsMatch<K extends string>(
  form: Form,
  names: readonly K[],
): (row: { readonly [name in K]?: unknown }) => boolean {
  const wanted = names.flatMap((name) => {
    const value = form.text(name)
    return value === undefined ? [] : [{ name, value }]
  })
  return (row) => wanted.every(({ name, value }) => row[name] === value)
}
