import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { openMoveOut } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, Section, toast } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'
import { useTimeLeft } from './use-time-left.ts'
import classes from './move-out.module.css'

interface MoveOutProps {
  readonly contract: Contract
  readonly isOwn: boolean
}

/** The day in which an ended contract's doors open once more: staff open it, both see how long it lasts (decision 17). */
export function MoveOut({ contract, isOwn }: MoveOutProps) {
  const t = useTranslations('contracts.moveOut')
  const { moveOutUntil, mayOpenMoveOut } = contract
  if (moveOutUntil == null && !mayOpenMoveOut) return null
  return (
    <Section title={t('title')}>
      {moveOutUntil == null ? (
        <p className={classes.text}>{t('closed')}</p>
      ) : (
        <Window contract={contract} until={moveOutUntil} isOwn={isOwn} />
      )}
      {mayOpenMoveOut && <Open contract={contract} />}
    </Section>
  )
}

function Window({ contract, until, isOwn }: MoveOutProps & { readonly until: string }) {
  const t = useTranslations('contracts.moveOut')
  const format = useFormat()
  const left = useTimeLeft(until)
  const moment = format.shortInstant(until, contract.stock?.timeZone ?? 'UTC')
  return (
    <p className={classes.text} role="status">
      {t(isOwn ? 'yours' : 'open', { until: moment })}
      {left !== null && <b className={classes.left}>{t('left', { left })}</b>}
    </p>
  )
}

function Open({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('contracts.moveOut')
  const format = useFormat()
  const keep = useKeepContract()
  const { id, stockId, unitNumber: box, moveOutUntil, stock } = contract
  const open = useMutation({
    mutationFn: async () => await call(openMoveOut, { params: { stockId, contractId: id } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({
        text: t('done', { until: format.shortInstant(changed.moveOutUntil ?? '', stock?.timeZone ?? 'UTC') }),
      })
    },
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('ask'), text: t('askText', { box }), yes: t('button') })) open.mutate()
  }
  return (
    <Button
      size="xs"
      variant={moveOutUntil == null ? 'light' : 'default'}
      loading={open.isPending}
      onClick={() => void ask()}
    >
      {t(moveOutUntil == null ? 'button' : 'again')}
    </Button>
  )
}
