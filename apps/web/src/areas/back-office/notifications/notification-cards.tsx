import { useTranslations } from 'use-intl'
import type { Notification } from './notification.ts'
import { ActivePill, Both, EditButton, Editor, TypePill } from './notification-parts.tsx'
import classes from './notifications.module.css'

interface NotificationCardsProps {
  readonly notifications: readonly Notification[]
  readonly onEdit: (id: string) => void
}

/** The same as the table, one beneath the other, where it would have to be moved sideways. */
export function NotificationCards({ notifications, onEdit }: NotificationCardsProps) {
  const t = useTranslations('messages.notifications')
  return (
    <ul className={classes.cards}>
      {notifications.map((notification) => {
        const { id, type, isActive, isGlobal, titleDe, titleEn, descriptionDe, descriptionEn } = notification
        return (
          <li key={id}>
            <span className={classes.pills}>
              <TypePill type={type} />
              <ActivePill isActive={isActive} />
              <span>{t(isGlobal ? 'everybody' : 'signedIn')}</span>
            </span>
            <strong>
              <Both de={titleDe} en={titleEn} />
            </strong>
            <Both de={descriptionDe} en={descriptionEn} />
            <span className={classes.cardFoot}>
              <span>
                {t('editor')}: <Editor editor={notification.userId} />
              </span>
              <EditButton notification={notification} onEdit={onEdit} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
