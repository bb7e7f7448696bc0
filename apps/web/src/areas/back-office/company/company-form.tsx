import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { getCompany } from '@stowage/api/catalog'
import { updateCompany } from '@stowage/api/company'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import {
  confirm,
  FieldRow,
  FieldStack,
  FormProblem,
  Section,
  toast,
  useRecordForm,
  useUnsaved,
} from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import {
  companyBody,
  companyLengths,
  companyValues,
  sameKeys,
  type Company,
  type CompanyValues,
} from './company.ts'
import { LegalDocuments } from './legal-documents.tsx'
import { OfficeHours } from './office-hours.tsx'
import classes from './company.module.css'

/** What the operator says about himself; customers see it at once. */
export function CompanyForm({ company }: { readonly company: Company }) {
  const t = useTranslations('registers.company')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Company, CompanyValues>({
    record: company,
    valuesOf: companyValues,
    schema: updateCompany.body,
    toBody: companyBody,
    lengths: companyLengths,
    across: ({ legalDocuments }) => sameKeys(legalDocuments),
    confirm: async () => await confirm({ title: t('saveTitle'), text: t('saveText'), yes: shell('save') }),
    save: async (body, updated) => {
      const saved = await call(updateCompany, { body: { ...body, updated } })
      await client.invalidateQueries({ queryKey: keyOf(getCompany) })
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => await client.fetchQuery({ ...queryOf(getCompany), staleTime: 0 }),
  })
  useUnsaved(isChanged && !isBusy)
  return (
    <form onSubmit={onSubmit} noValidate className={classes.stack}>
      <Section title={t('facts')}>
        <FieldStack>
          <TextInput label={t('name')} required {...form.text('name')} />
          <TextInput label={t('address')} {...form.text('address')} />
          <FieldRow>
            <TextInput label={t('email')} type="email" autoComplete="off" {...form.text('email')} />
            <TextInput label={t('supportPhone')} type="tel" {...form.text('supportPhone')} />
          </FieldRow>
          <TextInput label={t('website')} inputMode="url" placeholder="https://" {...form.text('website')} />
        </FieldStack>
      </Section>
      <Section title={t('hours')}>
        <OfficeHours
          value={form.values.officeHours}
          onChange={(value) => form.set('officeHours', value)}
          errorAt={(index) =>
            form.errors[`officeHours.${index}.to`] ?? form.errors[`officeHours.${index}.from`]
          }
        />
      </Section>
      <Section title={t('documents')}>
        <LegalDocuments
          value={form.values.legalDocuments}
          onChange={(value) => form.set('legalDocuments', value)}
          errorAt={(index, field) => {
            const name = `legalDocuments.${index}.${field}`
            const isTwice = sameKeys(form.values.legalDocuments).some((issue) => issue.field === name)
            return form.errors[name] !== undefined && isTwice ? t('keyTwice') : form.errors[name]
          }}
        />
      </Section>
      <Section title={t('switches')}>
        <FieldStack>
          <Checkbox label={t('signUp')} {...form.tick('signUpEnabled')} />
          <Checkbox label={t('reports')} {...form.tick('reportsEnabled')} />
        </FieldStack>
      </Section>
      <FormProblem>{problem}</FormProblem>
      <FormActions isBusy={isBusy} isChanged={isChanged} onUndo={undo} submit={shell('save')} />
    </form>
  )
}
