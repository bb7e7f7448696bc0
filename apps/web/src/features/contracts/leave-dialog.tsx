import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { DayPicker } from './day-picker.tsx'
import { leave, stay, type Noted } from './later-deeds.ts'
import { LeavingMoney } from './leaving-money.tsx'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './later-dialog.module.css'

interface LeaveDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** The day and time at which the box will be empty: noted, moved or taken back (specification 2.12, decision 17). */
export function LeaveDialog({ contract, onClose }: LeaveDialogProps) {
  const t = useTranslations('contracts.later')
  const format = useFormat()
  const errorText = useErrorText()
  const keep = useKeepContract()
  const { noticeLeaveDate: noted, mayLeave } = contract
  // As it was when the dialog opened: a second press is still the same deed when the list has been read anew meanwhile.
  const [found] = useState(() => notedOf(contract))
  const [day, setDay] = useState(firstDay(contract))
  const [time, setTime] = useState<string>(contract.noticeLeaveTime ?? limits.contract.leavingTime)
  const leaving = useMutation({
    mutationFn: async () => await leave(contract, { day, time }, found),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: changed.isExternal ? t('asked') : t('noted', { day: format.longDay(day), time }) })
      onClose()
    },
  })
  const staying = useMutation({
    mutationFn: async () => await stay(contract, found),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: changed.isExternal ? t('asked') : t('withdrawn') })
      onClose()
    },
  })
  const failed = leaving.error ?? staying.error
  const isBusy = leaving.isPending || staying.isPending
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && day !== '') leaving.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      {noted != null && (
        <p className={classes.fact}>
          {t('day', {
            day: format.longDay(noted),
            time: contract.noticeLeaveTime ?? limits.contract.leavingTime,
          })}
        </p>
      )}
      {mayLeave && (
        <>
          <div className={classes.moment}>
            <DayPicker
              label={t('leaveDay')}
              isLabelShown
              value={day}
              min={contract.earliestLeaveDate ?? undefined}
              max={contract.latestLeaveDate ?? undefined}
              onChange={setDay}
            />
            <NativeSelect
              size="sm"
              label={t('leaveTime')}
              data={times.includes(time) ? times : [...times, time].toSorted()}
              value={time}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
          </div>
          <p className={classes.text}>
            {t('leaveNote', { earliest: format.longDay(contract.earliestLeaveDate ?? '') })}
          </p>
        </>
      )}
      {day !== '' && <LeavingMoney contract={contract} day={day} />}
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {errorText(failed).text}
        </p>
      )}
      <div className={classes.deeds}>
        {mayLeave && (
          <Button size="md" type="submit" disabled={day === ''} loading={leaving.isPending}>
            {noted == null ? t('leaveYes') : t('leaveMove')}
          </Button>
        )}
        {contract.mayWithdrawNotice && (
          <Button size="md" variant="default" loading={staying.isPending} onClick={() => staying.mutate()}>
            {t('stay')}
          </Button>
        )}
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Every half hour of a day. */
const times = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

/** The day noted, else the end of the term, as far as it may be named. */
function firstDay({ noticeLeaveDate, endDate, earliestLeaveDate }: Contract): string {
  const wished = noticeLeaveDate ?? endDate ?? earliestLeaveDate ?? ''
  return earliestLeaveDate != null && wished < earliestLeaveDate ? earliestLeaveDate : wished
}

function notedOf({ noticeLeaveDate: day, noticeLeaveTime: time }: Contract): Noted {
  return day == null ? null : { day, time: time ?? limits.contract.leavingTime }
}
