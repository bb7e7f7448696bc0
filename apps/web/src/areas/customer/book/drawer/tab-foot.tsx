import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './drawer.module.css'

interface TabFootProps {
  /** Where "next" leads. */
  readonly next: string
  readonly onNext: () => void
  /** One tab back, where there is one. */
  readonly onBack?: () => void
  readonly children?: ReactNode
}

/** The end of a tab: on to the next one, and back. */
export function TabFoot({ next, onNext, onBack, children }: TabFootProps) {
  const t = useTranslations('booking.papers')
  return (
    <footer className={classes.foot}>
      <Button
        size="lg"
        fullWidth
        rightSection={<IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
        onClick={onNext}
      >
        {next}
      </Button>
      {children}
      {onBack !== undefined && (
        <Button variant="subtle" color="gray" size="md" fullWidth onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </footer>
  )
}
