import { IconChevronDown } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { mapRoles, type MapRole } from '@stowage/domain/map-object'
import { commonOf } from '../model/common.ts'
import { asRole, roleOf } from '../model/roles.ts'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

/** What the chosen things are in the house; a box is a box. */
export function RoleSection() {
  const t = useTranslations('plan.role')
  const { shown, isLocked, change } = useEdits()
  const things = shown.filter(({ boxId, type }) => boxId == null && type !== 'image')
  if (things.length === 0 || things.length < shown.length) return null
  const common = commonOf(things, roleOf)
  const chosen = common.kind === 'same' ? (common.value ?? '') : 'different'
  return (
    <section className={classes.section} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <label className={classes.field}>
        <select
          aria-label={t('title')}
          disabled={isLocked}
          value={chosen}
          onChange={(event) => {
            const wanted = event.currentTarget.value
            const role: MapRole | null = mapRoles.find((one) => one === wanted) ?? null
            change((object) => asRole(object, role))
          }}
        >
          {chosen === 'different' && (
            <option value="different" disabled>
              {t('different')}
            </option>
          )}
          <option value="">{t('none')}</option>
          {mapRoles.map((role) => (
            <option key={role} value={role}>
              {t(`name.${role}`)}
            </option>
          ))}
        </select>
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </label>
    </section>
  )
}
