import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseSmsTopics, forgetSmsNumber } from '@stowage/api/sms'
import { smsTopics, type SmsTopic } from '@stowage/api/sms-topics'
import { call } from '../../client/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import classes from './sms.module.css'
import { useKeepSms, type SmsSettings } from './sms-query.ts'

interface SmsTopicsProps {
  readonly settings: SmsSettings
  readonly onOther: () => void
}

/** What is told at a confirmed number: nothing until it is chosen. */
export function SmsTopics({ settings, onOther }: SmsTopicsProps) {
  const t = useTranslations('sms')
  const keep = useKeepSms()
  // A mutation says what it was asked a moment after the press: the box would jump back for that long.
  const [pressed, setPressed] = useState<readonly SmsTopic[]>()
  const choose = useMutation({
    // One after the other: the last press is the last word.
    scope: { id: 'sms topics' },
    mutationFn: async (topics: readonly SmsTopic[]) =>
      await call(chooseSmsTopics, { body: { topics: [...topics] } }),
    onSuccess: keep,
    onSettled: (_kept, _error, topics) => setPressed((last) => (last === topics ? undefined : last)),
  })
  const forget = useMutation({
    mutationFn: async () => await call(forgetSmsNumber),
    onSuccess: (next) => {
      keep(next)
      toast({ text: t('card.forgotten') })
    },
  })
  const ask = async (): Promise<void> => {
    const asked = { title: t('card.forgetTitle'), text: t('card.forgetText'), yes: t('card.forget') }
    if (await confirm(asked)) forget.mutate()
  }
  const press = (values: readonly string[]): void => {
    const topics = smsTopics.filter((topic) => values.includes(topic))
    setPressed(topics)
    choose.mutate(topics)
  }
  return (
    <>
      <p className={classes.text}>{t('card.goesTo', { number: settings.number ?? '' })}</p>
      <Checkbox.Group label={t('card.choose')} value={[...(pressed ?? settings.topics)]} onChange={press}>
        <div className={classes.topics}>
          {smsTopics.map((topic) => (
            <Checkbox key={topic} value={topic} label={t(`topics.${topic}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <p className={classes.text}>{t('card.night')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onOther}>
          {t('card.other')}
        </Button>
        <Button variant="subtle" color="gray" loading={forget.isPending} onClick={() => void ask()}>
          {t('card.forget')}
        </Button>
      </div>
    </>
  )
}
