import { IconCalendarDue } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import type { MyBox } from './my-box.ts'
import classes from './ending-band.module.css'

/** The contract ends soon or has ended, with the two choices there are (picture 13). */
export function EndingBand({ box, days }: { readonly box: MyBox; readonly days: number }) {
  const t = useTranslations('mybox.box')
  const format = useFormat()
  const { isExtended, endDate, mayExtend, mayLeave, noticeLeaveDate, moveOutUntil, stock, wishes } =
    box.contract
  const next =
    moveOutUntil != null
      ? t('letIn', { until: format.shortInstant(moveOutUntil, stock?.timeZone ?? 'UTC') })
      : wishes.length > 0
        ? t('asked')
        : noticeLeaveDate != null
          ? t('leaving', { day: format.longDay(noticeLeaveDate) })
          : isExtended && endDate != null
            ? t('extendedText', { day: format.longDay(endDate) })
            : mayExtend || mayLeave
              ? t('endingText')
              : null
  return (
    <p className={classes.band}>
      <IconCalendarDue size={20} stroke={1.75} aria-hidden="true" />
      <span>
        {days >= 0 ? t('endingIn', { days }) : t('endedAgo', { days: -days })}
        {next === null ? '.' : `. ${next}`}
      </span>
    </p>
  )
}
