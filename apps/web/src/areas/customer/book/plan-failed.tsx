import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './box-step.module.css'

/** The list goes on without the plan; whoever wants to see where a box is asks again. */
export function PlanFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('booking.planState')
  const shell = useTranslations('shell')
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('failed')}</span>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        onClick={onRetry}
      >
        {shell('retry')}
      </Button>
    </div>
  )
}
