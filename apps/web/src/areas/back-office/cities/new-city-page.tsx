import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { createCity } from '@stowage/api/catalog'
import { call } from '../../../client/index.ts'
import { confirm, PageHeader, toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { cityBody, cityLengths, cityValues, type CityValues } from './city.ts'
import { CityFields } from './city-fields.tsx'

const empty = cityValues()

/** /cities/add */
export default function NewCityPage(): ReactNode {
  const t = useTranslations('registers.cities')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const city = useApiForm<CityValues>({
    initialValues: empty,
    schema: createCity.body,
    toBody: cityBody,
    lengths: cityLengths,
    confirm: async ({ city: name }) =>
      await confirm({
        title: t('saveTitle', { name: name.trim() }),
        text: t('createText'),
        yes: t('create'),
      }),
    onSubmit: async (values) => {
      const made = await call(createCity, { body: cityBody(values) })
      await readAnew()
      toast({ text: t('created', { name: made.city }), ms: savedMs })
      await navigate({ to: '/cities', ignoreBlocker: true })
    },
  })
  useUnsaved(JSON.stringify(city.form.values) !== JSON.stringify(empty) && !city.isBusy)
  return (
    <>
      <PageHeader
        title={t('newTitle')}
        crumbs={[
          <Link key="cities" to="/cities">
            {shell('nav.cities')}
          </Link>,
        ]}
      />
      <RecordSection title={t('facts')} state={city} submit={t('create')}>
        <CityFields form={city.form} />
      </RecordSection>
    </>
  )
}
