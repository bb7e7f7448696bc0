import { Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import type { Category, CategoryValues } from './category.ts'
import { PreviewField } from './preview-field.tsx'
import { PriceFields } from './price-fields.tsx'

interface CategoryFieldsProps {
  readonly form: Fields<CategoryValues>
  readonly category?: Category
}

/** Name, alias, sizes, prices by currency, description and picture, each with its own message (specification 2.9, 5). */
export function CategoryFields({ form, category }: CategoryFieldsProps) {
  const t = useTranslations('boxes.cats')
  const { values, errors } = form
  /** A message of the field's own where nothing is typed, else what the rule or the server says. */
  const missing = (name: 'name' | 'alias' | 'description', message: string) =>
    errors[name] !== undefined && values[name] === '' ? message : errors[name]
  const figure = (name: 'minSize' | 'maxSize') => {
    if (errors[name] === undefined) return null
    const isNumber = values[name].trim() !== '' && !Number.isNaN(Number(values[name].replace(',', '.')))
    return name === 'maxSize' && isNumber ? t('maxTooSmall') : t('sizeMissing')
  }
  return (
    <>
      <FieldRow>
        <TextInput
          label={t('name')}
          required
          autoComplete="off"
          {...form.text('name')}
          error={missing('name', t('nameMissing'))}
        />
        <TextInput
          label={t('alias')}
          description={t('aliasHint')}
          required
          autoComplete="off"
          {...form.text('alias')}
          error={missing('alias', t('aliasMissing'))}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('minSize')}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.text('minSize')}
          error={figure('minSize')}
        />
        <TextInput
          label={t('maxSize')}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.text('maxSize')}
          error={figure('maxSize')}
        />
        <TextInput
          label={t('basePrice')}
          description={t('basePriceHint')}
          inputMode="decimal"
          autoComplete="off"
          {...form.text('pricePerMeterQuadratic')}
          error={errors['pricePerMeterQuadratic'] === undefined ? null : t('priceMissing')}
        />
      </FieldRow>
      <PriceFields form={form} {...(category === undefined ? {} : { category })} />
      <Textarea
        label={t('description')}
        required
        autosize
        minRows={2}
        {...form.text('description')}
        error={missing('description', t('descriptionMissing'))}
      />
      <PreviewField
        value={values.preview}
        image={category?.image ?? null}
        isMissing={errors['preview'] !== undefined && values.preview === null}
        error={errors['preview'] === undefined ? null : t('previewWrong')}
        onChange={(file) => form.set('preview', file)}
      />
    </>
  )
}
