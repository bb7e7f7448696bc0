import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { createStock } from '@stowage/api/stocks'
import { call } from '../../../client/index.ts'
import {
  confirm,
  FormProblem,
  PageHeader,
  Section,
  toast,
  useApiForm,
  useUnsaved,
} from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { EquipmentEditor } from './equipment-editor.tsx'
import { twice } from './equipment.ts'
import { FactsFields } from './facts-fields.tsx'
import { NetworkFields } from './network-fields.tsx'
import { newStockBody, stockLengths, stockValues, type StockValues } from './stock-values.ts'
import { TermsFields } from './terms-fields.tsx'
import { useEquipmentErrors } from './use-equipment-errors.ts'
import classes from './settings.module.css'

const empty = stockValues()

/** /stocks/add */
export default function NewStockPage(): ReactNode {
  const t = useTranslations('sites')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const { form, problem, isBusy, onSubmit } = useApiForm<StockValues>({
    initialValues: empty,
    schema: createStock.body,
    toBody: newStockBody,
    lengths: stockLengths,
    across: ({ internalEquipments, sellerId }) => [
      ...twice(internalEquipments),
      ...(sellerId === '' ? [{ field: 'sellerId', code: 1003 }] : []),
    ],
    confirm: async ({ name }) =>
      await confirm({
        title: t('save.createTitle', { name: name.trim() }),
        text: t('save.createText'),
        yes: t('save.create'),
      }),
    onSubmit: async (values) => {
      const stock = await call(createStock, { body: newStockBody(values) })
      await readAnew()
      toast({ text: t('save.created', { name: stock.name }), ms: savedMs })
      await navigate({ to: '/stocks/$id', params: { id: stock.id }, ignoreBlocker: true })
    },
  })
  const errorAt = useEquipmentErrors(form)
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(empty) && !isBusy)
  const back = (
    <Link key="stocks" to="/stocks">
      {shell('nav.stocks')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('page.newTitle')} crumbs={[back]} />
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <Section title={t('nav.facts')}>
          <FactsFields form={form} isFromSource={false} />
        </Section>
        <Section title={t('nav.terms')}>
          <TermsFields form={form} />
        </Section>
        <Section title={t('nav.network')}>
          <NetworkFields form={form} isTechnical />
        </Section>
        <Section title={t('nav.equipment')}>
          <EquipmentEditor
            value={form.values.internalEquipments}
            onChange={(value) => form.set('internalEquipments', value)}
            errorAt={errorAt}
          />
        </Section>
        <FormProblem>{problem}</FormProblem>
        <FormActions isBusy={isBusy} submit={t('save.create')} />
      </form>
    </>
  )
}
