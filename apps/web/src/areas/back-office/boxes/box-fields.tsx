import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import type { BoxValues } from './box-values.ts'
import { maskedLock } from './lock-id.ts'

interface BoxFieldsProps {
  readonly form: Fields<BoxValues>
  readonly stocks: readonly Stock[]
  /** A box that is there: it stays in its stock, and its category is known. */
  readonly isNew: boolean
  /** Number, size, measures and rate are decided elsewhere. */
  readonly isExternal?: boolean
  readonly category?: ReactNode
  /** A new box is to stand in another stock. */
  readonly onStock?: (stockId: string) => void
}

/** Size, description, stock, category as it follows, lock (specification 2.8), and what prices and plans ask for. */
export function BoxFields({ form, stocks, isNew, isExternal = false, category, onStock }: BoxFieldsProps) {
  const t = useTranslations('boxes.form')
  const { values, errors } = form
  const currency = stocks.find(({ id }) => id === values.stockId)?.currency ?? ''
  const lock = form.text('lockId')
  const stock = form.text('stockId')
  return (
    <>
      <FieldRow>
        <NativeSelect
          label={t('stock')}
          required
          disabled={!isNew}
          {...(isNew ? {} : { description: t('stockFixed') })}
          data={[
            ...(values.stockId === '' ? [{ value: '', label: t('chooseStock') }] : []),
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...stock}
          onChange={(event) => {
            stock.onChange(event)
            onStock?.(event.currentTarget.value)
          }}
        />
        <TextInput
          label={t('number')}
          {...(isNew ? { description: t('numberHint') } : { required: true })}
          disabled={isExternal}
          autoComplete="off"
          maxLength={limits.text.unitNumber[1]}
          {...form.text('unitNumber')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('size')}
          {...(isExternal ? {} : { description: t('sizeHint') })}
          required
          disabled={isExternal}
          inputMode="decimal"
          autoComplete="off"
          {...form.text('size')}
          error={errors['size'] === undefined ? null : t('sizeWrong')}
        />
        {category}
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('lock')}
          description={t('lockHint')}
          inputMode="numeric"
          placeholder="0:00:00"
          autoComplete="off"
          {...lock}
          onChange={(event) => form.set('lockId', maskedLock(event.currentTarget.value))}
          error={errors['lockId'] !== undefined && values.lockId.length < 7 ? t('lockWrong') : lock.error}
        />
        <TextInput
          label={t('ownRate', { currency })}
          {...(isExternal ? {} : { description: t('ownRateHint') })}
          disabled={isExternal}
          inputMode="decimal"
          autoComplete="off"
          {...form.text('ownRate')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('floor')} inputMode="numeric" autoComplete="off" {...form.text('floor')} />
        {(['height', 'width', 'depth'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(name)}
            disabled={isExternal}
            inputMode="decimal"
            autoComplete="off"
            {...form.text(name)}
          />
        ))}
      </FieldRow>
      <Textarea label={t('description')} autosize minRows={2} {...form.text('description')} />
    </>
  )
}
