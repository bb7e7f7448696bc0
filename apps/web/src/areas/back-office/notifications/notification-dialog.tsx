import { useTranslations } from 'use-intl'
import { useAskedClose } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { EditNotification } from './edit-notification.tsx'
import { NewNotification } from './new-notification.tsx'
import type { Notification } from './notification.ts'

interface NotificationDialogProps {
  /** Null: a new one. */
  readonly notification: Notification | null
  readonly onClose: () => void
}

/** A banner over the list that names it (specification 2.14). */
export function NotificationDialog({ notification, onClose }: NotificationDialogProps) {
  const t = useTranslations('messages.notifications')
  const { close, hold } = useAskedClose(onClose)
  return (
    <Modal opened onClose={close} size={760} title={notification === null ? t('newTitle') : t('editTitle')}>
      {notification === null ? (
        <NewNotification onChanged={hold} onDone={onClose} />
      ) : (
        <EditNotification notification={notification} onChanged={hold} onDone={onClose} />
      )}
    </Modal>
  )
}
