import { SegmentedControl } from '@mantine/core'
import { useTranslations } from 'use-intl'

export type Channel = 'mail' | 'sms'

/** Mails or short messages, of one list of what was said. */
export function ChannelSwitch({
  channel,
  onChange,
}: {
  readonly channel: Channel
  readonly onChange: (next: Channel) => void
}) {
  const t = useTranslations('sms.history')
  return (
    <SegmentedControl
      mb={12}
      aria-label={t('channel')}
      data={[
        { value: 'mail', label: t('mail') },
        { value: 'sms', label: t('sms') },
      ]}
      value={channel}
      onChange={(value) => onChange(value === 'sms' ? 'sms' : 'mail')}
    />
  )
}
