import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconMailOff,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import { zone, type Delivery, type Hook } from './integrations.ts'
import classes from './integrations.module.css'

/** Whether it is told anything, and what of it was not taken. */
export function WebhookState({ webhook }: { readonly webhook: Hook }) {
  const t = useTranslations('integrations.webhooks.state')
  const format = useFormat()
  const { isOn, offReason, failingSince, waiting, dead } = webhook
  return (
    <span className={classes.pills}>
      {isOn && failingSince == null && (
        <Pill tone="green" icon={IconCircleCheck}>
          {t('on')}
        </Pill>
      )}
      {isOn && failingSince != null && (
        <Pill tone="amber" icon={IconAlertTriangle}>
          {t('failing', { when: format.shortInstant(failingSince, zone) })}
        </Pill>
      )}
      {!isOn && (
        <Pill
          tone={offReason === 'staff' ? 'gray' : 'red'}
          icon={offReason === 'staff' ? IconPlayerPause : IconBan}
        >
          {t(`off.${offReason ?? 'staff'}`)}
        </Pill>
      )}
      {waiting > 0 && (
        <Pill tone="blue" icon={IconClock}>
          {t('waiting', { count: waiting })}
        </Pill>
      )}
      {dead > 0 && (
        <Pill tone="red" icon={IconMailOff}>
          {t('dead', { count: dead })}
        </Pill>
      )}
    </span>
  )
}

const looks = {
  waiting: { tone: 'blue', icon: IconClock },
  delivered: { tone: 'green', icon: IconCircleCheck },
  dead: { tone: 'red', icon: IconMailOff },
} as const

export function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  const t = useTranslations('integrations.deliveries.stateOne')
  return <Pill {...looks[state]}>{t(state)}</Pill>
}
