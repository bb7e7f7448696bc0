import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { commonOf, sameOr } from '../model/common.ts'
import { styleOf, withStyle } from '../model/properties.ts'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

interface StyleSelectProps {
  readonly property: 'fontFamily' | 'blendMode'
  readonly mark?: string
  /** The choices, given what is chosen now; null where it is not the same for all. */
  readonly children: (chosen: string | null) => ReactNode
}

/** One of several, for all that is chosen; the list is the system's own. */
export function StyleSelect({ property, mark, children }: StyleSelectProps) {
  const t = useTranslations('plan.props')
  const { shown, isLocked, change } = useEdits()
  const common = commonOf(shown, (object) => styleOf(object, property))
  if (common.kind === 'none') return null
  const chosen = sameOr(common, null)
  return (
    <label className={classes.field} title={t(property)}>
      {mark !== undefined && <span aria-hidden="true">{mark}</span>}
      <select
        aria-label={t(property)}
        disabled={isLocked}
        value={chosen ?? ''}
        onChange={(event) => {
          const value = event.currentTarget.value
          change((object) => withStyle(object, property, value))
        }}
      >
        {chosen === null && (
          <option value="" disabled>
            {t('different')}
          </option>
        )}
        {children(chosen)}
      </select>
      <IconChevronDown size={14} stroke={2} aria-hidden="true" />
    </label>
  )
}
