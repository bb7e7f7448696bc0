import { limits } from '@stowage/domain/limits'

/** What a person writes about a box may be 500 characters; so many say which one it was. */
const LONGEST_TEXT = 100

/**
 * What an audit record says about many boxes: each under its number, with the fields of it that the act was about, so that
 * before and after stand beside one another. As many as can be made or changed in one call are told whole; beyond that (the
 * demo, an import from outside) the first of them, and how many there are.
 */
export function toldBoxes(
  boxes: readonly ({ readonly unitNumber: string } & Readonly<Record<string, unknown>>)[],
): { readonly boxes: Readonly<Record<string, object>>; readonly notListed?: number } {
  const listed = boxes.slice(0, limits.boxesAtOnce)
  const notListed = boxes.length - listed.length
  return {
    boxes: Object.fromEntries(listed.map(({ unitNumber, ...fields }) => [unitNumber, shortened(fields)])),
    ...(notListed > 0 ? { notListed } : {}),
  }
}

function shortened(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value,
    ]),
  )
}
