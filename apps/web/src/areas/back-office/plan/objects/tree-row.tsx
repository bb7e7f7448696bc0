import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../i18n/index.ts'
import { objectGroups, wordsOf, type ObjectRow } from '../model/object-rows.ts'
import { roleOf } from '../model/roles.ts'
import { toolIcons } from '../tool-icons.ts'
import classes from './objects.module.css'

/** Every row is as high as every other, so that those out of sight need not be drawn. */
export const rowHeight = 30

interface TreeRowProps {
  readonly id: string
  readonly row: ObjectRow
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly onPress: (event: MouseEvent) => void
}

export function TreeRow({ id, row, isActive, isChosen, onPress }: TreeRowProps) {
  const t = useTranslations('plan')
  const format = useFormat()
  const common = { id, role: 'treeitem', 'data-active': isActive || undefined, onClick: onPress }
  if (row.kind === 'group') {
    const Sign = row.isOpen ? IconChevronDown : IconChevronRight
    return (
      <div
        {...common}
        className={classes.group}
        aria-level={1}
        aria-expanded={row.isOpen}
        aria-selected={false}
        aria-setsize={objectGroups.length}
        aria-posinset={objectGroups.indexOf(row.group) + 1}
      >
        <Sign size={16} stroke={1.75} aria-hidden="true" />
        <span>{t(`objects.groups.${row.group}`)}</span>
        <small>{format.number(row.count)}</small>
      </div>
    )
  }
  const { object } = row
  const words = wordsOf(object)
  const Sign = toolIcons[object.type]
  const role = roleOf(object)
  return (
    <div
      {...common}
      className={classes.object}
      aria-level={2}
      aria-selected={isChosen}
      aria-setsize={row.count}
      aria-posinset={row.place}
    >
      <span title={words}>
        {words === '' ? (role === null ? t(`tool.${object.type}`) : t(`role.name.${role}`)) : words}
      </span>
      {object.locked === true ? (
        <IconLock size={16} stroke={1.75} role="img" aria-label={t('objects.locked')} />
      ) : (
        <Sign size={16} stroke={1.75} aria-hidden="true" />
      )}
    </div>
  )
}
