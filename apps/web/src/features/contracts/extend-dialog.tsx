import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { extend } from './later-deeds.ts'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './later-dialog.module.css'

interface ExtendDialogProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** What an extension would add and cost, before it is made: the question the specification asks for (7, 2.12). */
export function ExtendDialog({ contract, onClose }: ExtendDialogProps) {
  const t = useTranslations('contracts.later')
  const format = useFormat()
  const errorText = useErrorText()
  const keep = useKeepContract()
  // As it was offered: the answer in the cache offers none any more.
  const [extension] = useState(contract.extension)
  const { currencyCode, invoiceFrequency: months, comingRise } = contract
  const extending = useMutation({
    mutationFn: async (from: string) => await extend(contract, from),
    meta: { silent: true },
    onSuccess: (changed) => {
      keep(changed)
      toast({
        text: changed.isExternal ? t('asked') : t('extended', { day: format.longDay(changed.endDate ?? '') }),
      })
      onClose()
    },
  })
  if (extension == null) return null
  // A served notice of a new price counts from the extension on.
  const isRisen = comingRise !== null && comingRise.from <= extension.from
  const periodGross = isRisen ? comingRise.periodGross : contract.periodGross
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('newTerm')}</dt>
          <dd>
            {t('span', { from: format.longDay(extension.from), until: format.longDay(extension.until) })}
          </dd>
        </div>
        <div>
          <dt>{t('price')}</dt>
          <dd>
            {t('pricePer', { amount: format.money({ amount: periodGross, currency: currencyCode }), months })}
          </dd>
        </div>
      </dl>
      <p className={classes.text}>{t('extendNote', { day: format.longDay(extension.from) })}</p>
      {contract.noticeLeaveDate != null && <p className={classes.text}>{t('extendLifts')}</p>}
      {extending.error !== null && (
        <p className={classes.problem} role="alert">
          {errorText(extending.error).text}
        </p>
      )}
      <div className={classes.deeds}>
        <Button
          size="md"
          data-autofocus
          loading={extending.isPending}
          onClick={() => extending.mutate(extension.from)}
        >
          {t('extendYes', { day: format.longDay(extension.until) })}
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}
