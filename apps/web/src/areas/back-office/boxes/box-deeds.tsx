import { ActionIcon } from '@mantine/core'
import { IconEdit, IconHistory, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { boxSearch, type ListedBox } from './boxes-query.ts'
import classes from './boxes.module.css'

interface BoxDeedsProps {
  readonly box: ListedBox
  readonly stockId: string
  /** Only he edits and opens. */
  readonly isSuperUser: boolean
  readonly isOpening: boolean
  readonly onOpen: () => void
}

/** History for who sees the list; editing and opening are a superUser's, and opening waits for a lock that answers. */
export function BoxDeeds({ box, stockId, isSuperUser, isOpening, onOpen }: BoxDeedsProps) {
  const t = useTranslations('backoffice.boxes')
  const words = useTranslations('boxes.list')
  const isSilent = box.lockStatus === undefined || box.lockStatus === 'unavailable'
  const number = box.unitNumber
  return (
    <span className={classes.deeds}>
      {isSuperUser && (
        <ActionIcon
          size={30}
          aria-label={words('edit', { number })}
          title={words('edit', { number })}
          renderRoot={(props) => <Link to="/boxes/$id/edit" params={{ id: box.id }} {...props} />}
        >
          <IconEdit size={18} stroke={1.75} />
        </ActionIcon>
      )}
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
      {isSuperUser && (
        <ActionIcon
          size={30}
          variant="light"
          color="teal"
          aria-label={t('openNamed', { number })}
          disabled={isSilent}
          title={isSilent ? t('silent') : t('openNamed', { number })}
          loading={isOpening}
          onClick={onOpen}
        >
          <IconLockOpen size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </span>
  )
}
