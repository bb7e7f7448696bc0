import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { closeContract, previewClosing } from '@stowage/api/contracts'
import { call, isApiError, queryOf } from '../../client/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import type { Contract } from './contract.ts'
import { PreviewSection } from './preview-section.tsx'
import { SettlementTable, type Settlement } from './settlement-table.tsx'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './later-dialog.module.css'

interface CloseDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/**
 * The settlement before it is made, and then exactly that: where it has become another meanwhile nothing is done, and the new one
 * is shown.
 */
export function CloseDialog({ contract, onClose }: CloseDialogProps) {
  const t = useTranslations('people.closing')
  const shell = useTranslations('shell')
  const later = useTranslations('contracts.later')
  const errorText = useErrorText()
  const keep = useKeepContract()
  const { id, stockId, boxId, unitNumber: box, contractNumber: number } = contract
  const query = useQuery({
    ...queryOf(previewClosing, { params: { stockId, contractId: id } }),
    // What is about to be done is never what was read some time ago.
    staleTime: 0,
    gcTime: 0,
  })
  const close = useMutation({
    mutationFn: async ({ charged, credited, deposit, owed, payout }: Settlement) =>
      await call(closeContract, {
        params: { stockId, contractId: id },
        query: { boxId },
        body: { shown: { charged, credited, deposit, owed, payout } },
      }),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: changed.isExternal ? later('asked') : t('done', { number, box }) })
      onClose()
    },
    onError: (error) => {
      if (isApiError(error, 9109)) void query.refetch()
    },
  })
  const shown = query.data
  return (
    <Modal opened onClose={onClose} size={560} title={t('title', { number })}>
      <p className={classes.text}>{t('text', { box })}</p>
      <PreviewSection query={query} title={t('settlement')}>
        {(settlement) => (
          <SettlementTable
            settlement={settlement}
            caption={t('settlement')}
            words={(outcome) => ({ outcome: t(`outcome.${outcome}`), note: t(`note.${outcome}`) })}
          />
        )}
      </PreviewSection>
      {close.error !== null && (
        <p className={classes.problem} role="alert">
          {isApiError(close.error, 9109) ? t('changed') : errorText(close.error).text}
        </p>
      )}
      <div className={classes.deeds}>
        <Button
          size="md"
          color="red"
          disabled={shown === undefined || query.isFetching}
          loading={close.isPending}
          onClick={() => shown !== undefined && close.mutate(shown)}
        >
          {t('yes')}
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          {shell('cancel')}
        </Button>
      </div>
    </Modal>
  )
}
