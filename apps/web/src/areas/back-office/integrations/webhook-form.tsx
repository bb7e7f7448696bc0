import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeWebhook, createWebhook, deleteWebhook } from '@stowage/api/webhooks'
import { webhookEventNames, type WebhookEvent } from '@stowage/api/webhook-event-names'
import { call } from '../../../client/index.ts'
import { toast, useApiForm, useUnsaved, type Fields } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Hook } from './integrations.ts'
import { ShownOnce } from './shown-once.tsx'
import classes from './integrations.module.css'

const valuesOf = (webhook?: Hook) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: (webhook?.events ?? []) as readonly WebhookEvent[],
})
type Values = ReturnType<typeof valuesOf>
const lengths = { name: [1, 60], url: [10, 500] } as const

/** @param onDone is given the id of the new one when its secret was taken */
export function NewWebhook({ onDone }: { readonly onDone: (id: string) => void }) {
  const t = useTranslations('integrations.webhooks')
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const [start] = useState(() => valuesOf())
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string | null }>()
  const state = useApiForm<Values>({
    initialValues: start,
    schema: createWebhook.body,
    lengths,
    onSubmit: async (values) => {
      const body = { ...values, events: [...values.events] }
      setMade(await call(createWebhook, { body }, { idempotencyKey: deedKey(body) }))
      await readAnew()
    },
  })
  useUnsaved(made !== undefined || (state.form.values !== start && !state.isBusy), 'webhook')
  if (made !== undefined)
    return <ShownOnce label={t('secret.made')} secret={made.secret} onDone={() => onDone(made.id)} />
  return (
    <RecordForm state={state} submit={t('form.create')}>
      <WebhookFields form={state.form} />
    </RecordForm>
  )
}

export function EditWebhook({ webhook, onGone }: { readonly webhook: Hook; readonly onGone: () => void }) {
  const t = useTranslations('integrations.webhooks')
  const shell = useTranslations('shell')
  const readAnew = useReadAnew()
  const [saved, setSaved] = useState(() => valuesOf(webhook))
  const params = { id: webhook.id }
  const state = useApiForm<Values>({
    initialValues: saved,
    schema: changeWebhook.body,
    lengths,
    onSubmit: async (values) => {
      await call(changeWebhook, { params, body: { ...values, events: [...values.events] } })
      setSaved(values)
      toast({ text: t('saved'), ms: savedMs })
      await readAnew()
    },
  })
  const isChanged = JSON.stringify(state.form.values) !== JSON.stringify(saved)
  useUnsaved(isChanged && !state.isBusy, 'webhook')
  const { name } = webhook
  const remove = async (): Promise<void> => {
    await call(deleteWebhook, { params })
    toast({ text: t('delete.done', { name }), ms: savedMs })
    onGone()
    await readAnew()
  }
  return (
    <RecordForm
      state={{ ...state, isChanged, undo: () => state.form.begin(saved) }}
      submit={shell('save')}
      aside={
        <DeleteButton
          label={t('delete.label')}
          title={t('delete.title', { name })}
          text={t('delete.text')}
          remove={remove}
        />
      }
    >
      <WebhookFields form={state.form} />
    </RecordForm>
  )
}

function WebhookFields({ form }: { readonly form: Fields<Values> }) {
  const t = useTranslations('integrations')
  const { events } = form.values
  const error = form.errors['events']
  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    form.set('events', isOn ? [...events, event] : events.filter((one) => one !== event))
  const hasAll = events.length === webhookEventNames.length
  return (
    <>
      <TextInput label={t('webhooks.form.name')} required {...form.text('name', 60)} />
      <TextInput
        label={t('webhooks.form.url')}
        description={t('webhooks.form.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        {...form.text('url', 500)}
      />
      <fieldset
        className={classes.events}
        aria-invalid={error === undefined ? undefined : true}
        tabIndex={-1}
      >
        <legend>{t('webhooks.form.events')}</legend>
        {error !== undefined && (
          <p role="alert" className={classes.fault}>
            {t('webhooks.form.eventsMissing')}
          </p>
        )}
        {webhookEventNames.map((event) => (
          <Checkbox
            key={event}
            label={t(`events.${event.replace('.', '_') as 'contract_booked'}`)}
            description={event}
            checked={events.includes(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => form.set('events', hasAll ? [] : [...webhookEventNames])}
        >
          {t(hasAll ? 'webhooks.form.none' : 'webhooks.form.all')}
        </Button>
      </div>
    </>
  )
}
