import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { confirm, useErrorText } from '../../../ui/index.ts'
import { DayForm } from './day-form.tsx'
import type { WholeBatch } from './debits.ts'
import { useBatchDeeds } from './use-batch-deeds.ts'
import classes from './debits.module.css'

/** What can be done with a file as it stands: handed out, withdrawn, refused, put down as paid. */
export function BatchDeeds({ batch }: { readonly batch: WholeBatch }) {
  const t = useTranslations('bank.debits')
  const errorText = useErrorText()
  const [asksDay, setAsksDay] = useState(false)
  const { run, busyWith, isBusy, error } = useBatchDeeds(batch, () => setAsksDay(false))
  const { state } = batch
  if (state !== 'made' && state !== 'sent') return null
  const isUndecided = batch.debits.every((debit) => debit.state === 'pending')
  const handOut = async (): Promise<void> => {
    const question = { title: t('downloadTitle'), text: t('downloadText'), yes: t('download') }
    if (state === 'sent' || (await confirm(question))) run({ do: 'file' })
  }
  const withdraw = async (): Promise<void> => {
    const question = { title: t('withdrawTitle'), text: t('withdrawText'), yes: t('withdraw') }
    if (await confirm(question)) run({ do: 'withdrawn' })
  }
  const refuse = async (): Promise<void> => {
    const question = { title: t('refuseTitle'), text: t('refuseText'), yes: t('refuse'), danger: true }
    if (await confirm(question)) run({ do: 'refused' })
  }
  return (
    <div className={classes.part}>
      <div className={classes.deeds}>
        <Button
          variant={state === 'made' ? 'filled' : 'default'}
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={busyWith === 'file'}
          disabled={isBusy && busyWith !== 'file'}
          onClick={() => void handOut()}
        >
          {t(state === 'made' ? 'download' : 'again')}
        </Button>
        {state === 'made' && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
            loading={busyWith === 'withdrawn'}
            onClick={() => void withdraw()}
          >
            {t('withdraw')}
          </Button>
        )}
        {state === 'sent' && (
          <Button
            variant="default"
            leftSection={<IconCheck size={18} stroke={1.75} />}
            disabled={isBusy}
            aria-expanded={asksDay}
            onClick={() => setAsksDay(!asksDay)}
          >
            {t('settle')}
          </Button>
        )}
        {state === 'sent' && isUndecided && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={18} stroke={1.75} />}
            loading={busyWith === 'refused'}
            onClick={() => void refuse()}
          >
            {t('refuse')}
          </Button>
        )}
      </div>
      {asksDay && (
        <DayForm
          title={t('settleTitle')}
          text={t('settleText')}
          yes={t('settle')}
          isBusy={busyWith === 'settled'}
          onDay={(day) => run({ do: 'settled', day })}
          onClose={() => setAsksDay(false)}
        />
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {errorText(error).text}
        </p>
      )}
    </div>
  )
}
