import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EmptyState, SkeletonRows } from '../../ui/index.ts'

interface UnknownProps {
  readonly error: Error | null
  readonly onRetry: () => unknown
}

/** In the place of what is not known yet: it is on its way, or did not come. */
export function Unknown({ error, onRetry }: UnknownProps) {
  const t = useTranslations('simulators')
  const shell = useTranslations('shell')
  if (error === null) return <SkeletonRows />
  return (
    <EmptyState
      title={t('unreachable')}
      text={error.message === '' ? t('unreachableText') : error.message}
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          {shell('retry')}
        </Button>
      }
    />
  )
}
