import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { EmptyState, PageHeader } from '../ui/index.ts'

/** Stands where a screen of a later version will be, and says so. */
export default function LaterPage({ name }: { readonly name: keyof UiTexts['shell']['nav'] }) {
  const t = useTranslations('shell')
  return (
    <>
      <PageHeader title={t(`nav.${name}`)} />
      <EmptyState size="page" title={t('later.title')} text={t('later.text')} />
    </>
  )
}
