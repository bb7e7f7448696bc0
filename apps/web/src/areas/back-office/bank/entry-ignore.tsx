import { Button, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { useEntryDeeds } from './use-entry-deeds.ts'
import classes from './bank.module.css'

/** None of ours: with a reason it leaves the list. */
export function EntryIgnore({ deeds }: { readonly deeds: ReturnType<typeof useEntryDeeds> }) {
  const t = useTranslations('bank.dialog')
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const isReason = reason.trim().length >= 3
  if (!isAsked)
    return (
      <div>
        <Button variant="subtle" color="gray" onClick={() => setAsked(true)}>
          {t('ignore')}
        </Button>
      </div>
    )
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (isReason && !deeds.isBusy) deeds.ignore(reason.trim())
  }
  return (
    <form className={classes.part} noValidate onSubmit={submit}>
      <TextInput
        label={t('reason')}
        description={t('reasonHint')}
        required
        data-autofocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.deeds}>
        <Button type="submit" disabled={!isReason} loading={deeds.isBusy}>
          {t('setAside')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setAsked(false)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
