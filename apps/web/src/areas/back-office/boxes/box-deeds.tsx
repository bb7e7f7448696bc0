import { ActionIcon, Button } from '@mantine/core'
import { IconHistory, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { boxSearch, type ListedBox } from './boxes-query.ts'
import classes from './boxes.module.css'

interface BoxDeedsProps {
  readonly box: ListedBox
  readonly stockId: string
  readonly mayOpen: boolean
  readonly isOpening: boolean
  readonly onOpen: () => void
}

/** History for who sees the list; opening is a superUser's and waits for a lock that answers. */
export function BoxDeeds({ box, stockId, mayOpen, isOpening, onOpen }: BoxDeedsProps) {
  const t = useTranslations('backoffice.boxes')
  const isSilent = box.lockStatus === undefined || box.lockStatus === 'unavailable'
  const number = box.unitNumber
  return (
    <span className={classes.deeds}>
      <ActionIcon
        size={30}
        aria-label={t('history', { number })}
        title={t('history', { number })}
        renderRoot={(props) => (
          <Link to="/boxes/$id" params={{ id: box.id }} search={boxSearch(box, stockId)} {...props} />
        )}
      >
        <IconHistory size={18} stroke={1.75} />
      </ActionIcon>
      {mayOpen && (
        <Button
          size="compact-md"
          variant="light"
          leftSection={<IconLockOpen size={16} stroke={1.75} />}
          aria-label={t('openNamed', { number })}
          disabled={isSilent}
          title={isSilent ? t('silent') : undefined}
          loading={isOpening}
          onClick={onOpen}
        >
          {t('open')}
        </Button>
      )}
    </span>
  )
}
