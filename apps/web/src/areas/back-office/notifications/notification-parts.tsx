import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconInfoCircle, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Pill } from '../../../ui/index.ts'
import type { Notification } from './notification.ts'
import classes from './notifications.module.css'

const looks = {
  warning: { tone: 'amber', icon: IconAlertTriangle },
  danger: { tone: 'red', icon: IconAlertTriangle },
  success: { tone: 'green', icon: IconCircleCheck },
  info: { tone: 'teal', icon: IconInfoCircle },
} as const

export function TypePill({ type }: Pick<Notification, 'type'>) {
  const t = useTranslations('messages.notifications')
  return (
    <Pill tone={looks[type].tone} icon={looks[type].icon}>
      {t(`types.${type}`)}
    </Pill>
  )
}

export function ActivePill({ isActive }: Pick<Notification, 'isActive'>) {
  const t = useTranslations('messages.notifications')
  return (
    <Pill tone={isActive ? 'green' : 'gray'} icon={isActive ? IconCheck : IconMinus}>
      {t(isActive ? 'on' : 'off')}
    </Pill>
  )
}

export function EditButton({
  notification: { id, titleEn },
  onEdit,
}: {
  readonly notification: Notification
  readonly onEdit: (id: string) => void
}) {
  const t = useTranslations('messages.notifications')
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-label={t('editNamed', { name: titleEn })}
      onClick={() => onEdit(id)}
    >
      {t('edit')}
    </Button>
  )
}

/** The same in both languages, each named. */
export function Both({ de, en }: { readonly de: string; readonly en: string }) {
  return (
    <div className={classes.both}>
      <span lang="de">
        <span className={classes.tag}>DE</span> {de}
      </span>
      <span lang="en">
        <span className={classes.tag}>EN</span> {en}
      </span>
    </div>
  )
}

/** Who wrote or changed it last. */
export function Editor({ editor }: { readonly editor: Notification['userId'] }) {
  const t = useTranslations('messages.notifications')
  if (!editor) return '–'
  const name = [editor.firstName, editor.lastName].filter(Boolean).join(' ')
  return (
    <Link to="/users/$id" params={{ id: editor.id }}>
      {name === '' ? t('account') : name}
    </Link>
  )
}
