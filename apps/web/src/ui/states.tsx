import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyPlan } from './empty-plan.tsx'
import { useErrorText } from './error-text.ts'
import classes from './states.module.css'

interface Step {
  readonly title: string
  readonly text: string
  readonly isDone?: boolean
  /** The way to it. */
  readonly action?: ReactNode
}

interface EmptyStateProps {
  readonly title?: string
  readonly text?: ReactNode
  /** The first deed: one button, or "clear the filters" where a search found nothing. */
  readonly action?: ReactNode
  /** The first steps, for a first run; the first one that is not done is next. */
  readonly steps?: readonly Step[]
  /** A whole page with the dashed plan beside the words, or a few quiet lines inside a card. */
  readonly size?: 'page' | 'card'
}

/** What will be here, and the first deed. */
export function EmptyState({ title, text, action, steps, size = 'card' }: EmptyStateProps) {
  const t = useTranslations('shell.empty')
  const Title = size === 'page' ? 'h2' : 'p'
  return (
    <div className={classes.empty} data-size={size}>
      <div className={classes.words}>
        <Title className={classes.title}>{title ?? t('title')}</Title>
        {text !== undefined && <div className={classes.text}>{text}</div>}
        {steps !== undefined && (
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step.title} data-done={step.isDone || undefined}>
                {step.isDone === true && (
                  <IconCheck className={classes.tick} size={14} stroke={2.5} aria-hidden="true" />
                )}
                <strong>{step.title}</strong>
                <span>{step.text}</span>
                {step.action}
              </li>
            ))}
          </ol>
        )}
        {action !== undefined && <div className={classes.actions}>{action}</div>}
      </div>
      {size === 'page' && (
        <div className={classes.art}>
          <EmptyPlan />
        </div>
      )}
    </div>
  )
}

/** The filters leave nothing over: the way out is to clear them. */
export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useTranslations('shell.empty')
  return (
    <EmptyState
      title={t('nothingFound')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  )
}

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}

/** What happened and what to do, in the place where the answer should have been. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useTranslations('shell')
  const { text, reference } = useErrorText()(error)
  return (
    <div className={classes.failed} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{t('failed.title')}</strong>
        <p>{text}</p>
        {reference !== null && <p className={classes.reference}>{t('failed.reference', { reference })}</p>}
        {onRetry !== undefined && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={onRetry}
          >
            {t('retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
