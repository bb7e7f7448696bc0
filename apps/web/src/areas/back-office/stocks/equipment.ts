import type { Equipment } from './stock-values.ts'

/** Digits as they are typed, in the mask digit:two digits:two digits; what is no digit is left out. */
export function maskLockId(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 5)
  return [digits.slice(0, 1), digits.slice(1, 3), digits.slice(3, 5)].filter((part) => part !== '').join(':')
}

/** Numbers that stand twice: said at the second place. The locks of boxes only the server knows. */
export function twice(equipment: readonly Equipment[]): { field: string; code: number }[] {
  return equipment.flatMap(({ id }, index) =>
    id !== '' && equipment.findIndex((other) => other.id === id) < index
      ? [{ field: `internalEquipments.${index}.id`, code: 6011 }]
      : [],
  )
}
