import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { createApiKey } from '@stowage/api/api-keys'
import { listStocks } from '@stowage/api/catalog'
import { scopeModules, scopeWays, type Scope } from '@stowage/api/scopes'
import { call, queryOf } from '../../../client/index.ts'
import { useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { endIn } from './integrations.ts'
import { ShownOnce } from './shown-once.tsx'
import classes from './integrations.module.css'

const start = { name: '', stockId: '', days: '365', scopes: [] as readonly Scope[] }
type Values = typeof start

const bodyOf = ({ name, stockId, days, scopes }: Values) => ({
  name,
  scopes: [...scopes],
  stockId: stockId === '' ? null : stockId,
  expires: endIn(days, Date.now()),
})

/** A key for one program; it is shown when it is made, and never again. */
export function NewKey({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslations('integrations.keys.form')
  const readAnew = useReadAnew()
  const stocks = useQuery({ ...queryOf(listStocks), staleTime: 60_000 })
  const deedKey = useDeedKey()
  const [made, setMade] = useState<{ readonly key: string | null }>()
  const state = useApiForm<Values>({
    initialValues: start,
    schema: createApiKey.body,
    toBody: bodyOf,
    lengths: { name: [1, 60] },
    onSubmit: async (values) => {
      // The end is an instant of this press: without it the same press twice would be another body.
      const { days, ...rest } = values
      const idempotencyKey = deedKey({ ...rest, days })
      setMade(await call(createApiKey, { body: bodyOf(values) }, { idempotencyKey }))
      await readAnew()
    },
  })
  const { form } = state
  useUnsaved(made !== undefined || (form.values !== start && !state.isBusy), 'key')
  if (made !== undefined) return <ShownOnce label={t('made')} secret={made.key} onDone={onDone} />
  return (
    <RecordForm state={state} submit={t('create')}>
      <TextInput label={t('name')} description={t('nameHint')} required {...form.text('name', 60)} />
      <ScopePicker
        value={form.values.scopes}
        onChange={(scopes) => form.set('scopes', scopes)}
        error={form.errors['scopes']}
      />
      <NativeSelect
        label={t('stock')}
        description={t('stockHint')}
        data={[
          { value: '', label: t('allStocks') },
          ...(stocks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.text('stockId')}
      />
      <NativeSelect
        label={t('expires')}
        data={[
          ...['30', '90', '365'].map((days) => ({ value: days, label: t('days', { count: Number(days) }) })),
          { value: '', label: t('never') },
        ]}
        {...form.text('days')}
      />
    </RecordForm>
  )
}

interface ScopePickerProps {
  readonly value: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
  readonly error: string | undefined
}

/** Reading and changing, a line a module. */
function ScopePicker({ value, onChange, error }: ScopePickerProps) {
  const t = useTranslations('integrations')
  const toggle = (scope: Scope, isOn: boolean): void =>
    onChange(isOn ? [...value, scope] : value.filter((one) => one !== scope))
  return (
    <fieldset className={classes.scopes} aria-invalid={error === undefined ? undefined : true} tabIndex={-1}>
      <legend>{t('keys.form.scopes')}</legend>
      {error !== undefined && (
        <p role="alert" className={classes.fault}>
          {t('keys.form.scopesMissing')}
        </p>
      )}
      {scopeModules.map((module) => (
        <div key={module} className={classes.scope}>
          <span>{t(`modules.${module}`)}</span>
          {scopeWays.map((way) => (
            <Checkbox
              key={way}
              label={t(`keys.form.${way}`)}
              aria-label={t('keys.form.scopeNamed', { module: t(`modules.${module}`), way })}
              checked={value.includes(`${module}:${way}`)}
              onChange={(event) => toggle(`${module}:${way}`, event.currentTarget.checked)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
