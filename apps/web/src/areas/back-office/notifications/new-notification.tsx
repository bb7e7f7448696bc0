import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { createNotification } from '@stowage/api/messaging'
import { call } from '../../../client/index.ts'
import { toast, useApiForm } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { notificationLengths, notificationValues, type NotificationValues } from './notification.ts'
import { NotificationFields } from './notification-fields.tsx'

const empty = notificationValues()

interface NewNotificationProps {
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  readonly onDone: () => void
}

export function NewNotification({ onChanged, onDone }: NewNotificationProps) {
  const t = useTranslations('messages.notifications')
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const notification = useApiForm<NotificationValues>({
    initialValues: empty,
    schema: createNotification.body,
    lengths: notificationLengths,
    onSubmit: async (body) => {
      const made = await call(createNotification, { body }, { idempotencyKey: deedKey(body) })
      await readAnew()
      toast({ text: t(made.isActive ? 'createdActive' : 'created'), ms: savedMs })
      onDone()
    },
  })
  const isChanged = JSON.stringify(notification.form.values) !== JSON.stringify(empty)
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  return (
    <RecordForm state={notification} submit={t('create')}>
      <NotificationFields form={notification.form} />
    </RecordForm>
  )
}
