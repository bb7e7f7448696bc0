import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { shownNumber, typedNumber } from '../../../../ui/index.ts'
import { commonOf } from '../model/common.ts'
import { bounds, keptNumber, numberOf, withNumber, type NumberProperty } from '../model/properties.ts'
import { usePlanStore } from '../use-plan.ts'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

interface NumberFieldProps {
  readonly property: NumberProperty
  /** Seen in the field; the whole word is its name. */
  readonly mark: string
  readonly unit?: string
}

/**
 * One number of all that is chosen. It is taken over by Enter or when one leaves the field, for the objects that were chosen when
 * typing began; the arrows step by 1, with Shift by 10.
 */
export function NumberField({ property, mark, unit }: NumberFieldProps) {
  const t = useTranslations('plan.props')
  const store = usePlanStore()
  const { shown, isLocked, change } = useEdits()
  const [typed, setTyped] = useState<string | null>(null)
  const target = useRef<ReadonlySet<string>>(new Set())
  const common = commonOf(shown, (object) => numberOf(object, property))
  if (common.kind === 'none') return null
  const value = typed === null ? undefined : keptNumber(property, typedNumber(typed))
  const isWrong = value === null && typed?.trim() !== ''
  const [least, most] = bounds[property]

  const take = (): void => {
    if (typeof value === 'number')
      change((object) => withNumber(object, property, value), { uuids: target.current })
    setTyped(null)
  }
  const step = (event: KeyboardEvent, direction: 1 | -1): void => {
    event.preventDefault()
    const by = direction * (event.shiftKey ? 10 : 1)
    const stepped = (from: number) => Math.min(most, Math.max(least, from + by))
    change(
      (object) => {
        const from = value ?? numberOf(object, property)
        return from === undefined ? object : withNumber(object, property, stepped(from))
      },
      { joins: `step ${property}` },
    )
    setTyped(null)
  }
  return (
    <label className={classes.field} data-wrong={isWrong || undefined} title={t(property)}>
      <span aria-hidden="true">{mark}</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t(property)}
        aria-invalid={isWrong}
        disabled={isLocked}
        placeholder={common.kind === 'different' ? t('different') : ''}
        value={typed ?? (common.kind === 'same' ? shownNumber(common.value) : '')}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          if (typed === null) target.current = store.get().selected
          setTyped(event.currentTarget.value)
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape') setTyped(null)
          if (event.key === 'ArrowUp') step(event, 1)
          if (event.key === 'ArrowDown') step(event, -1)
        }}
      />
      {unit !== undefined && <span aria-hidden="true">{unit}</span>}
    </label>
  )
}
