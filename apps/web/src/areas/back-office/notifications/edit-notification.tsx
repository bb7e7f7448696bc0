import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { listNotifications, updateNotification } from '@stowage/api/messaging'
import { call, queryOf } from '../../../client/index.ts'
import { toast, useRecordForm } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import {
  notificationLengths,
  notificationValues,
  type Notification,
  type NotificationValues,
} from './notification.ts'
import { NotificationFields } from './notification-fields.tsx'

interface EditNotificationProps {
  readonly notification: Notification
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  readonly onDone: () => void
}

export function EditNotification({ notification, onChanged, onDone }: EditNotificationProps) {
  const t = useTranslations('messages.notifications')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const record = useRecordForm<Notification, NotificationValues>({
    record: notification,
    valuesOf: notificationValues,
    schema: updateNotification.body,
    toBody: (changes) => changes,
    lengths: notificationLengths,
    save: async (body, updated) => {
      const params = { id: notification.id }
      const saved = await call(updateNotification, { params, body: { ...body, updated } })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      onDone()
      return saved
    },
    reread: async () => {
      const asked = queryOf(listNotifications, { query: { activeStatus: 'all', globalStatus: 'all' } })
      const all = await client.fetchQuery({ ...asked, staleTime: 0 })
      return all.find(({ id }) => id === notification.id) ?? notification
    },
  })
  const { isChanged } = record
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  return (
    <RecordForm state={record} submit={shell('save')}>
      <NotificationFields form={record.form} />
    </RecordForm>
  )
}
