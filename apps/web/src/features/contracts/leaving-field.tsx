import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getContract, planLeaving } from '@stowage/api/contracts'
import { call, isApiError, queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { DayPicker } from './day-picker.tsx'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './manage-contract.module.css'

interface LeavingFieldProps {
  readonly contract: Contract
  /** Said above the field; in a table the column says it. */
  readonly label?: string
}

/** The planned leaving date; Apply is there only while it differs from what is noted (specification 2.11). */
export function LeavingField({ contract, label }: LeavingFieldProps) {
  const t = useTranslations('people.contracts')
  const later = useTranslations('contracts.later')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const keep = useKeepContract()
  const { id, stockId, contractNumber: number, earliestLeaveDate } = contract
  const noted = contract.noticeLeaveDate ?? ''
  const [day, setDay] = useState(noted)
  // Noted elsewhere, and nothing picked here: the field follows.
  const [known, setKnown] = useState(noted)
  if (known !== noted) {
    setKnown(noted)
    if (day === known) setDay(noted)
  }
  const apply = useMutation({
    mutationFn: async () =>
      await call(planLeaving, {
        params: { stockId, contractId: id },
        body: { plannedLeaveDate: day === '' ? null : day, updated: contract.updated ?? null },
      }),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({
        text: changed.isExternal
          ? later('asked')
          : day === ''
            ? t('unplanned', { number })
            : t('planned', { number, day: format.longDay(day) }),
      })
    },
    onError: async (error) => {
      if (isApiError(error, 9109)) {
        toast({ text: t('changedMeanwhile'), tone: 'amber' })
        keep(
          await client.fetchQuery({ ...queryOf(getContract, { params: { contractId: id } }), staleTime: 0 }),
        )
      } else toast({ text: errorText(error).text, tone: 'red' })
    },
  })
  const isChanged = day !== noted
  return (
    <form
      className={classes.leaving}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !apply.isPending) apply.mutate()
      }}
    >
      <DayPicker
        label={label ?? t('leaving', { number })}
        isLabelShown={label !== undefined}
        value={day}
        min={earliestLeaveDate ?? undefined}
        onChange={setDay}
      />
      {isChanged && (
        <Button type="submit" variant="light" size="xs" loading={apply.isPending}>
          {t('apply')}
        </Button>
      )}
    </form>
  )
}
