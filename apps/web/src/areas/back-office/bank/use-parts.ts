import { useState } from 'react'
import { useLanguage } from '../../../i18n/index.ts'
import { typedNumber } from '../../../ui/index.ts'
import { shownMinor, typedMinor, type Entry, type Named } from './bank.ts'

/** A document as it can be chosen. */
export interface Choice extends Named {
  readonly documentId: string
  readonly accountName: string
  readonly debt: number
}
export interface Tenant {
  readonly accountId: string
  readonly accountName: string
}
export interface ChosenPart extends Choice {
  readonly typed: string
  /** Minor units; null: what is typed is no amount. */
  readonly amount: number | null
}

/**
 * What a movement is put to: documents with their amounts, and a tenant's balance that takes what they leave. A document that is
 * added takes what it asks for of what is left; one alone takes all.
 */
export function useParts(entry: Entry) {
  const { language } = useLanguage()
  const [chosen, setChosen] = useState<readonly (Choice & { readonly typed: string })[]>([])
  const [tenant, setTenant] = useState<Tenant | null>(null)
  const parts: readonly ChosenPart[] = chosen.map((one) => {
    const amount = typedMinor(typedNumber(one.typed))
    return { ...one, amount: amount !== null && amount > 0 ? amount : null }
  })
  const put = parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const left = entry.amount - put
  const isSound = parts.every(({ amount }) => amount !== null)
  return {
    parts,
    tenant,
    left,
    isWhole: isSound && (tenant === null ? left === 0 && parts.length > 0 : left > 0),
    add(choice: Choice): void {
      if (chosen.some(({ documentId }) => documentId === choice.documentId)) return
      const amount = Math.max(0, Math.min(choice.debt, left))
      setChosen([...chosen, { ...choice, typed: shownMinor(amount, language) }])
    },
    remove: (documentId: string): void => setChosen(chosen.filter((one) => one.documentId !== documentId)),
    type: (documentId: string, typed: string): void =>
      setChosen(chosen.map((one) => (one.documentId === documentId ? { ...one, typed } : one))),
    setTenant,
  }
}
