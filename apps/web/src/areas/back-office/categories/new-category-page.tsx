import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { createCategory } from '@stowage/api/categories'
import type { Body } from '@stowage/api/endpoint'
import { call, keyOf } from '../../../client/index.ts'
import {
  FieldStack,
  FormProblem,
  PageHeader,
  Section,
  toast,
  useApiForm,
  useUnsaved,
} from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
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
  const client = useQueryClient()
  const deedKey = useDeedKey()
  const { form, problem, isBusy, onSubmit } = useApiForm<CategoryValues>({
    initialValues: empty,
    schema: createCategory.body,
    toBody: (values) => categoryBody(values),
    across: categoryIssues,
    lengths: categoryLengths,
    onSubmit: async (values) => {
      const body = categoryBody(values) as Body<typeof createCategory>
      const category = await call(createCategory, { body }, { idempotencyKey: deedKey(body) })
      await client.invalidateQueries({ queryKey: keyOf(listCategories) })
      toast({ text: t('made', { name: category.name }), ms: savedMs })
      await navigate({ to: '/boxcats', ignoreBlocker: true })
    },
  })
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(empty) && !isBusy)
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
      <Section title={t('facts')}>
        <form onSubmit={onSubmit} noValidate>
          <FieldStack>
            <CategoryFields form={form} />
            <FormProblem>{problem}</FormProblem>
            <FormActions isBusy={isBusy} submit={isBusy ? t('wait') : t('create')} />
          </FieldStack>
        </form>
      </Section>
    </>
  )
}
