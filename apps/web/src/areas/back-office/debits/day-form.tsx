import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { returnCodes } from './debits.ts'
import classes from './debits.module.css'

interface DayFormProps {
  readonly title: string
  readonly text?: string
  readonly yes: string
  /** Why a debit came back is asked as well. */
  readonly asksWhy?: boolean
  readonly isBusy: boolean
  readonly onDay: (day: string, code: string) => void
  readonly onClose: () => void
}

/** On which day a bank has decided, and where it sent something back, why. */
export function DayForm({ title, text, yes, asksWhy = false, isBusy, onDay, onClose }: DayFormProps) {
  const t = useTranslations('bank.debits')
  const [day, setDay] = useState('')
  const [code, setCode] = useState<string>(returnCodes[0])
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (day !== '' && !isBusy) onDay(day, code)
  }
  return (
    <form noValidate className={classes.ask} onSubmit={submit}>
      <h3>{title}</h3>
      {text !== undefined && <p className={classes.hint}>{text}</p>}
      <div className={classes.fields}>
        {asksWhy && (
          <NativeSelect
            label={t('code')}
            data={returnCodes.map((value) => ({ value, label: `${value}, ${t(`codes.${value}`)}` }))}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <TextInput
          type="date"
          label={t('day')}
          required
          data-autofocus
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </div>
      <div className={classes.deeds}>
        <Button type="submit" disabled={day === ''} loading={isBusy}>
          {yes}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
