import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { updateCategory } from '@stowage/api/categories'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { dayIn, FieldRow, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import {
  categoryBody,
  categoryIssues,
  categoryLengths,
  categoryValues,
  type Category,
  type CategoryValues,
} from './category.ts'
import { CategoryFields } from './category-fields.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The form of a category, with when it was made and changed; the created day as DD/MM/YYYY (specification 2.9). */
export function CategoryForm({ category }: { readonly category: Category }) {
  const t = useTranslations('boxes.cats')
  const format = useFormat()
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const params = { id: category.id }
  const record = useRecordForm<Category, CategoryValues>({
    record: category,
    valuesOf: categoryValues,
    schema: updateCategory.body,
    toBody: (changes, values) => categoryBody(values, changes),
    across: (values) =>
      // A price that only stands in is one as well.
      categoryIssues(values).filter(({ code }) => code !== 1003 || category.prices.length === 0),
    lengths: categoryLengths,
    save: async (body, updated) => {
      const saved = await call(updateCategory, { params, body: { ...body, updated } })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => {
      const all = await client.fetchQuery({ ...queryOf(listCategories), staleTime: 0 })
      return all.find(({ id }) => id === category.id) ?? category
    },
  })
  useUnsaved(record.isChanged && !record.isBusy)
  const [year, month, day] = dayIn(Date.parse(category.created), zone).split('-')
  return (
    <RecordSection title={t('facts')} state={record} submit={record.isBusy ? t('wait') : t('save')}>
      <CategoryFields form={record.form} category={category} />
      <FieldRow>
        <TextInput label={t('created')} disabled value={`${day}/${month}/${year}`} />
        <TextInput
          label={t('updated')}
          disabled
          value={category.updated == null ? t('noUpdates') : format.instant(category.updated, zone)}
        />
      </FieldRow>
    </RecordSection>
  )
}
