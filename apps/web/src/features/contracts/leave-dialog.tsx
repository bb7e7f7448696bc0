import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { giveNotice, withdrawNotice } from '@stowage/api/contracts'
import { limits } from '@stowage/domain/limits'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { DayPicker } from './day-picker.tsx'
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
  const { boxId, userId, unitNumber: box, noticeLeaveDate: noted, mayLeave } = contract
  const [day, setDay] = useState(firstDay(contract))
  const [time, setTime] = useState<string>(contract.noticeLeaveTime ?? limits.contract.leavingTime)
  const leave = useMutation({
    mutationFn: async () =>
      await call(giveNotice, {
        params: { unitId: boxId },
        body: { userId, unitNumber: box, boxId, leaveDate: wireMoment(day, time) },
      }),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('noted', { day: format.longDay(day), time }) })
      onClose()
    },
  })
  const stay = useMutation({
    mutationFn: async () => await call(withdrawNotice, { params: { unitId: boxId }, query: { userId } }),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('withdrawn') })
      onClose()
    },
  })
  const failed = leave.error ?? stay.error
  const isBusy = leave.isPending || stay.isPending
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && day !== '') leave.mutate()
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
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {errorText(failed).text}
        </p>
      )}
      <div className={classes.deeds}>
        {mayLeave && (
          <Button size="md" type="submit" disabled={day === ''} loading={leave.isPending}>
            {noted == null ? t('leaveYes') : t('leaveMove')}
          </Button>
        )}
        {contract.mayWithdrawNotice && (
          <Button size="md" variant="default" loading={stay.isPending} onClick={() => stay.mutate()}>
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

/** DD/MM/YYYY HH:mm, as the call takes it (specification, calls). */
function wireMoment(day: string, time: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year} ${time}`
}
