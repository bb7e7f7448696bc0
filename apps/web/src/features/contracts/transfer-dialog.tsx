import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listBoxes } from '@stowage/api/catalog'
import { previewTransfer, transferContract } from '@stowage/api/contracts'
import { unitOf } from '@stowage/domain/box'
import { answeredOnce, call, isApiError, queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import { useToday } from '../catalog/index.ts'
import type { Contract } from './contract.ts'
import { PreviewSection } from './preview-section.tsx'
import { TransferTable, type TransferCost } from './transfer-table.tsx'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './later-dialog.module.css'

interface TransferDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/**
 * A free box, what moving there costs, and then exactly that: where it has become another sum meanwhile nothing is done, and the
 * new one is shown.
 */
export function TransferDialog({ contract, onClose }: TransferDialogProps) {
  const t = useTranslations('life.transfer')
  const shell = useTranslations('shell')
  const format = useFormat()
  const errorText = useErrorText()
  const keep = useKeepContract()
  const { id, stockId, contractNumber: number, startDate } = contract
  const today = useToday(contract.stock?.timeZone ?? 'UTC')
  const [boxId, setBoxId] = useState<string | null>(null)
  // Where the contract was when the dialog opened: its answer has the new box already.
  const [from] = useState(contract.unitNumber)
  const query = useQuery({
    ...queryOf(previewTransfer, {
      params: { stockId, contractId: id },
      query: { boxId: boxId ?? '' },
    }),
    enabled: boxId !== null,
    // What is about to be done is never what was read some time ago.
    staleTime: 0,
    gcTime: 0,
  })
  const move = useMutation({
    mutationFn: async (shown: TransferCost) => {
      const { charged, credited, depositAsked, depositReturned } = shown
      const input = {
        params: { stockId, contractId: id },
        body: { boxId: shown.boxId, shown: { charged, credited, depositAsked, depositReturned } },
      }
      return await answeredOnce(
        ['transfer', id, shown.boxId, charged, credited],
        async (idempotencyKey) => await call(transferContract, input, { idempotencyKey }),
      )
    },
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('done', { number, box: changed.unitNumber }) })
      onClose()
    },
    onError: (error) => {
      if (isApiError(error, 9109)) void query.refetch()
    },
  })
  const shown = boxId === null ? undefined : query.data
  return (
    <Modal opened onClose={onClose} size={560} title={t('title', { number })}>
      <p className={classes.text}>
        {t('text', { box: from, day: format.longDay(startDate > today ? startDate : today) })}
      </p>
      <div className={classes.section}>
        <FreeBoxes
          contract={contract}
          value={boxId}
          onChange={(chosen) => {
            move.reset()
            setBoxId(chosen)
          }}
        />
      </div>
      {boxId !== null && (
        <PreviewSection query={query} title={t('cost')}>
          {(cost) => <TransferTable cost={cost} boxBefore={from} today={today} />}
        </PreviewSection>
      )}
      {move.error !== null && (
        <p className={classes.problem} role="alert">
          {isApiError(move.error, 9109) ? t('changed') : errorText(move.error).text}
        </p>
      )}
      <div className={classes.deeds}>
        <Button
          size="md"
          disabled={shown === undefined || query.isFetching}
          loading={move.isPending}
          onClick={() => shown !== undefined && move.mutate(shown)}
        >
          {shown === undefined ? t('button') : t('yes', { box: shown.unitNumber })}
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          {shell('cancel')}
        </Button>
      </div>
    </Modal>
  )
}

interface FreeBoxesProps {
  readonly contract: Contract
  readonly value: string | null
  readonly onChange: (boxId: string | null) => void
}

/** The free boxes of the stock that have a price, by size. */
function FreeBoxes({ contract, value, onChange }: FreeBoxesProps) {
  const t = useTranslations('life.transfer')
  const format = useFormat()
  const { stockId, currencyCode: currency } = contract
  const query = useQuery(queryOf(listBoxes, { query: { stockId, state: 'free', sort: 'size' } }))
  const answer = query.data ?? []
  const boxes = 'items' in answer ? answer.items : answer
  return (
    <Select
      label={t('box')}
      placeholder={t('pick')}
      searchable
      data-autofocus
      limit={100}
      // The list itself scrolls: an area around it would be one that the keyboard cannot reach.
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      disabled={query.isPending}
      data={boxes.flatMap(({ id, unitNumber, size, grossRate }) =>
        grossRate == null
          ? []
          : [
              {
                value: id,
                label: t('boxOption', {
                  number: unitNumber,
                  size: format.size(size, unitOf(unitNumber)),
                  rate: format.price({ amount: grossRate, currency }),
                }),
              },
            ],
      )}
      value={value}
      onChange={onChange}
      nothingFoundMessage={t('none')}
    />
  )
}
