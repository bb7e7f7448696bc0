import type { Answer, Body } from '@stowage/api/endpoint'
import type { changeSiteSettings, siteSettings } from '@stowage/api/sites'
import { shownNumber, typedNumber } from '../../../ui/index.ts'

export type Wishes = Answer<typeof siteSettings>

export const wishNumbers = ['pollMs', 'pulseMs', 'leftOpenMinutes'] as const

export interface WishName {
  readonly lockId: string
  readonly name: string
}

/** What the form holds: text as it is typed. */
export type WishValues = Record<(typeof wishNumbers)[number], string> & {
  readonly names: readonly WishName[]
}

export const wishValues = ({ pollMs, pulseMs, leftOpenMinutes, names }: Wishes): WishValues => ({
  pollMs: shownNumber(pollMs),
  pulseMs: shownNumber(pulseMs),
  leftOpenMinutes: shownNumber(leftOpenMinutes),
  names: names.map(({ lockId, name }) => ({ lockId, name })),
})

/** Of what was changed alone: what somebody else changed beside it stays. */
export function wishBody(changes: Partial<WishValues>): Body<typeof changeSiteSettings> {
  const numbers = wishNumbers.flatMap((name) => {
    const text = changes[name]
    // One that was taken away is sent as what it is: no number.
    return text === undefined ? [] : [[name, typedNumber(text) ?? Number.NaN] as const]
  })
  const { names } = changes
  return {
    ...Object.fromEntries(numbers),
    ...(names === undefined ? {} : { names: names.map((entry) => ({ ...entry })) }),
  }
}

/** A lock that stands twice, said at its second place. */
export function twiceNamed({ names }: WishValues): { field: string; code: number }[] {
  return names.flatMap(({ lockId }, index) =>
    lockId !== '' && names.findIndex((other) => other.lockId === lockId) < index
      ? [{ field: `names.${index}.lockId`, code: 6011 }]
      : [],
  )
}
