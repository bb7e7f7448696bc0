import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { byModule } from './integrations.ts'

type Modules = UiTexts['integrations']['modules']

/** Scopes as people say them: "Catalogue: read. Billing: read and write." */
export function useScopeWords(): (scopes: readonly string[]) => string {
  const t = useTranslations('integrations')
  return (scopes) =>
    byModule(scopes)
      .map(([module, ways]) => t('keys.scope', { module: t(`modules.${module as keyof Modules}`), ways }))
      .join(' ')
}
