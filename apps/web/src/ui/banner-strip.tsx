import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './banner-strip.module.css'

const icons = {
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
} as const

interface BannerStripProps {
  readonly type: keyof typeof icons
  readonly children: ReactNode
  /** At most one link or button. */
  readonly action?: ReactNode
  readonly onClose?: (() => void) | undefined
}

/** One line across the top of the page. */
export function BannerStrip({ type, children, action, onClose }: BannerStripProps) {
  const t = useTranslations('shell')
  const Icon = icons[type]
  return (
    <div className={classes.banner} data-type={type}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div className={classes.text}>
        {children} {action}
      </div>
      {onClose !== undefined && (
        <CloseButton
          size="md"
          iconSize={18}
          variant="transparent"
          className={classes.close}
          aria-label={t('dismiss')}
          onClick={onClose}
        />
      )}
    </div>
  )
}
