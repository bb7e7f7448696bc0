import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { FieldRow } from '../../ui/index.ts'
import type { AccountPartProps } from './account-part.ts'
import classes from './account-form.module.css'

/** Who the account is: a person or a company, with what belongs to each (specification 2.10). */
export function AccountPerson({ form, may, isNew = false }: AccountPartProps) {
  const t = useTranslations('backoffice.account')
  const typeId = useId()
  const isLegal = form.values.accountType === 'legal'
  const salutations = ['', 'Mr.', 'Mrs.'].map((value) => ({
    value,
    label: value === '' ? t('noSalutation') : value === 'Mr.' ? t('mr') : t('mrs'),
  }))
  return (
    <>
      {may('accountType') && (
        <div>
          <div className={classes.label} id={typeId}>
            {t('accountType')}
          </div>
          <SegmentedControl
            aria-labelledby={typeId}
            data={[
              { value: 'individual', label: t('individual') },
              { value: 'legal', label: t('legal') },
            ]}
            value={form.values.accountType}
            onChange={(value) => form.set('accountType', value)}
          />
        </div>
      )}
      {isLegal && (
        <>
          <TextInput
            label={t('company')}
            required={isNew}
            withAsterisk={isNew}
            disabled={!may('company')}
            {...form.text('company')}
          />
          <FieldRow>
            <TextInput
              label={t('registrationNumber')}
              disabled={!may('registrationNumber')}
              {...form.text('registrationNumber')}
            />
            <TextInput label={t('taxNumber')} disabled={!may('taxNumber')} {...form.text('taxNumber')} />
            <TextInput label={t('vatId')} disabled={!may('vatId')} {...form.text('vatId')} />
          </FieldRow>
          <Checkbox
            label={t('entrepreneur')}
            disabled={!may('isIndividualEntrepreneur')}
            {...form.tick('isIndividualEntrepreneur')}
          />
        </>
      )}
      <FieldRow>
        <NativeSelect
          label={t('salutation')}
          data={salutations}
          disabled={!may('salutation')}
          {...form.text('salutation')}
        />
        <TextInput
          label={t('firstName')}
          required={isNew && !isLegal}
          withAsterisk={isNew && !isLegal}
          disabled={!may('firstName')}
          {...form.text('firstName')}
        />
        <TextInput
          label={t('lastName')}
          required={isNew && !isLegal}
          withAsterisk={isNew && !isLegal}
          disabled={!may('lastName')}
          {...form.text('lastName')}
        />
      </FieldRow>
      {!isLegal && (
        <FieldRow>
          <TextInput label={t('personalId')} disabled={!may('personalId')} {...form.text('personalId')} />
          <TextInput label={t('taxNumber')} disabled={!may('taxNumber')} {...form.text('taxNumber')} />
        </FieldRow>
      )}
    </>
  )
}
