import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listCities } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { FieldRow, FieldStack, type Fields } from '../../../ui/index.ts'
import { SellerField } from './seller-field.tsx'
import type { StockValues } from './stock-values.ts'
import classes from './settings.module.css'

interface FactsProps {
  readonly form: Fields<StockValues>
  /** The stock comes from outside: what its source says is only to be read. */
  readonly isFromSource: boolean
}

const currencies = ['EUR', 'USD', 'RUB', 'PLN']

/** Name, place, hours and seller (specification 2.6, decision 28). */
export function FactsFields({ form, isFromSource }: FactsProps) {
  const t = useTranslations('sites.facts')
  const { data: cities } = useQuery(queryOf(listCities))
  const fromSource = { disabled: isFromSource }
  return (
    <FieldStack>
      <FieldRow>
        <TextInput label={t('name')} required autoComplete="off" {...form.text('name')} />
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          autoComplete="off"
          spellCheck={false}
          {...form.text('code')}
          onChange={(event) => form.set('code', event.currentTarget.value.toUpperCase())}
        />
      </FieldRow>
      {cities?.length === 0 && (
        <p className={classes.note}>
          {t.rich('noCities', { link: (words) => <Link to="/cities/add">{words}</Link> })}
        </p>
      )}
      <FieldRow>
        <NativeSelect
          label={t('city')}
          required
          data={[
            { value: '', label: t('choose'), disabled: true },
            ...(cities ?? []).map(({ id, city }) => ({ value: id, label: city })),
          ]}
          {...form.text('cityId')}
          {...fromSource}
        />
        <TextInput label={t('zip')} required autoComplete="off" {...form.text('zip')} {...fromSource} />
      </FieldRow>
      <TextInput label={t('address')} required autoComplete="off" {...form.text('address')} {...fromSource} />
      <FieldRow>
        <TextInput
          label={t('phone')}
          required
          type="tel"
          placeholder="+7 495 123-45"
          autoComplete="off"
          {...form.text('phone')}
          {...fromSource}
        />
        <NativeSelect
          label={t('currency')}
          required
          data={currencies}
          {...form.text('currency')}
          {...fromSource}
        />
      </FieldRow>
      <Hours form={form} />
      <FieldRow>
        <TextInput label={t('latitude')} inputMode="decimal" {...form.text('latitude')} />
        <TextInput label={t('longitude')} inputMode="decimal" {...form.text('longitude')} />
        <TextInput
          label={t('carHeight')}
          inputMode="decimal"
          rightSection={<span className={classes.unit}>{t('metres')}</span>}
          {...form.text('carHeightLimitCm')}
        />
      </FieldRow>
      <SellerField form={form} />
      <FieldRow>
        <Checkbox label={t('hasBoxes')} {...form.tick('hasBoxes')} {...fromSource} />
        <Checkbox label={t('isExternal')} description={t('externalHint')} {...form.tick('isExternal')} />
      </FieldRow>
      {form.values.isExternal && (
        <TextInput label={t('externalId')} autoComplete="off" {...form.text('externalId')} />
      )}
    </FieldStack>
  )
}

const zones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')),
]

function Hours({ form }: { readonly form: Fields<StockValues> }) {
  const t = useTranslations('sites.facts')
  const { timeZone } = form.values
  const [known] = useState(zones)
  return (
    <FieldRow>
      <TextInput
        type="time"
        label={t('openingTime')}
        description={t('hoursHint')}
        required
        {...form.text('openingTime')}
      />
      <TextInput type="time" label={t('closingTime')} required {...form.text('closingTime')} />
      <NativeSelect
        label={t('timeZone')}
        required
        data={known.includes(timeZone) ? known : [timeZone, ...known]}
        {...form.text('timeZone')}
      />
    </FieldRow>
  )
}
