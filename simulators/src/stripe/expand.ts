import type { Books } from './books.ts'
import { refused } from './refusals.ts'

const DEEPEST = 4

/** A copy of an answer with the links opened that `expand` names (`latest_charge`, `data.payment_intent.latest_charge`). @throws StripeRefusal */
export function expanded(books: Books, answer: object, paths: readonly string[]): object {
  if (paths.length === 0) return answer
  const copy = structuredClone(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST)
      throw refused(`You cannot expand more than ${DEEPEST} levels of a property.`, undefined, 'expand')
    if (!open(books, copy, steps))
      throw refused(
        `This property cannot be expanded (${steps[0]}). You may want to try expanding 'data.${path}' instead.`,
        undefined,
        'expand',
      )
  }
  return copy
}

/** @returns false where there is no such property */
function open(books: Books, at: object, steps: readonly string[]): boolean {
  const [name, ...rest] = steps
  if (name === undefined) return true
  if (Array.isArray(at)) return at.every((one: object) => open(books, one, steps))
  const holder = at as Record<string, unknown>
  if (holder['object'] === 'charge' && name === 'refunds') {
    const all = books.refunds
      .all()
      .filter((one) => one.charge === holder['id'])
      .toReversed()
    holder['refunds'] = {
      object: 'list',
      url: `/v1/charges/${String(holder['id'])}/refunds`,
      has_more: all.length > 10,
      data: structuredClone(all.slice(0, 10)),
    }
    return rest.length === 0
  }
  if (!(name in at)) return false
  const value = holder[name]
  // What is not there yet cannot be opened, and that is no mistake.
  if (value === null || value === undefined) return true
  if (typeof value === 'string') {
    const found = books.byId(value)
    if (!found) return false
    const copy = structuredClone(found)
    holder[name] = copy
    return open(books, copy, rest)
  }
  return typeof value === 'object' && open(books, value, rest)
}
