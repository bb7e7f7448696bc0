import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { createCategory } from '@stowage/api/categories'
import type { Body } from '@stowage/api/endpoint'
import { call } from '../../../client/index.ts'
import { PageHeader, toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import {
  categoryBody,
  categoryIssues,
  categoryLengths,
  categoryValues,
  type CategoryValues,
} from './category.ts'
import { CategoryFields } from './category-fields.tsx'

const empty = categoryValues()

/** /boxcats/add */
export default function NewCategoryPage(): ReactNode {
  const t = useTranslations('boxes.cats')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const category = useApiForm<CategoryValues>({
    initialValues: empty,
    schema: createCategory.body,
    toBody: (values) => categoryBody(values),
    across: categoryIssues,
    lengths: categoryLengths,
    onSubmit: async (values) => {
      const body = categoryBody(values) as Body<typeof createCategory>
      const made = await call(createCategory, { body }, { idempotencyKey: deedKey(body) })
      await readAnew()
      toast({ text: t('made', { name: made.name }), ms: savedMs })
      await navigate({ to: '/boxcats', ignoreBlocker: true })
    },
  })
  useUnsaved(JSON.stringify(category.form.values) !== JSON.stringify(empty) && !category.isBusy)
  return (
    <>
      <PageHeader
        title={t('newTitle')}
        crumbs={[
          <Link key="up" to="/boxcats">
            {shell('nav.categories')}
          </Link>,
        ]}
      />
      <RecordSection title={t('facts')} state={category} submit={category.isBusy ? t('wait') : t('create')}>
        <CategoryFields form={category.form} />
      </RecordSection>
    </>
  )
}
