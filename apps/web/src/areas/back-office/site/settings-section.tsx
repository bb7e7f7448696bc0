import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { changeSiteSettings, siteSettings } from '@stowage/api/sites'
import { call, keyOf, queryOf, useRealtime } from '../../../client/index.ts'
import { AskedSection, confirm, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { SettingsFields } from './settings-fields.tsx'
import { SettingsFoot } from './settings-foot.tsx'
import { twiceNamed, wishBody, wishValues, type Wishes, type WishValues } from './site-wishes.ts'

/** What the agent of a site goes by instead of its own file: how often it reads, how long it opens, what its doors are called. */
export function SettingsSection({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('site.wishes')
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(siteSettings, { params: { id: stock.id } }),
    meta: { quiet: true },
  })
  useRealtime('SITE_CHANGED', ({ stockId }) => {
    if (stockId === stock.id) void client.invalidateQueries({ queryKey: keyOf(siteSettings) })
  })
  return (
    <AskedSection id="settings" title={t('title')} query={query}>
      {(wishes) => <SettingsForm stock={stock} wishes={wishes} />}
    </AskedSection>
  )
}

function SettingsForm({ stock, wishes }: { readonly stock: Stock; readonly wishes: Wishes }) {
  const t = useTranslations('site.wishes')
  const client = useQueryClient()
  const params = { id: stock.id }
  const query = queryOf(siteSettings, { params })
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Wishes, WishValues>({
    record: wishes,
    valuesOf: wishValues,
    schema: changeSiteSettings.body,
    toBody: wishBody,
    across: twiceNamed,
    confirm: async () =>
      await confirm({ title: t('ask', { stock: stock.name }), text: t('lead'), yes: t('save') }),
    save: async (body, updated) => {
      const saved = await call(changeSiteSettings, { params, body: { ...body, updated } })
      client.setQueryData(query.queryKey, saved)
      toast({ text: saved.isTold ? t('saved') : t('savedLater'), ms: savedMs })
      return saved
    },
    reread: async () => await client.fetchQuery({ ...query, staleTime: 0 }),
  })
  useUnsaved(isChanged && !isBusy)
  return (
    <form onSubmit={onSubmit} noValidate>
      <SettingsFields form={form} wishes={wishes} />
      <SettingsFoot wishes={wishes} problem={problem} isBusy={isBusy} isChanged={isChanged} onUndo={undo} />
    </form>
  )
}
