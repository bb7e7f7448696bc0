import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { readOpenApi, type OpenApiDocument } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { AskedSection, NothingFound, PageHeader, Section, SkeletonRows } from '../../../ui/index.ts'
import { SearchField } from '../search-field.tsx'
import { CallDetails } from './call-details.tsx'
import { modulesOf, type ApiCall } from './description.ts'
import { Guide } from './guide.tsx'
import classes from './developers.module.css'

interface Wanted {
  readonly search?: string
  readonly module?: string
  readonly call?: string
}

/** /developers: the API as the server itself describes it; what is looked for, and which call is open, stand in the address. */
export default function DevelopersPage(): ReactNode {
  const t = useTranslations('integrations.developers')
  const shell = useTranslations('shell')
  const { language } = useLanguage()
  // Who comes to look something up has read how to begin.
  const { search, module, call } = useSearch({ from: '/inside/developers' })
  const isNew = search === undefined && module === undefined && call === undefined
  const query = useQuery({
    queryKey: ['openapi', language],
    queryFn: async ({ signal }) => await readOpenApi(language, signal),
    staleTime: Infinity,
  })
  return (
    <>
      <PageHeader
        title={shell('nav.developers')}
        lead={t('lead')}
        actions={
          <Button
            component="a"
            href="/api/openapi.json"
            download="stowage-openapi.json"
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} />}
          >
            {t('download')}
          </Button>
        }
      />
      <div className={classes.sections}>
        <AskedSection title={t('guide.title')} query={query} skeleton={<SkeletonRows rows={8} />}>
          {(document) => <Guide document={document} isOpen={isNew} />}
        </AskedSection>
        {query.data !== undefined && <Calls document={query.data} />}
      </div>
    </>
  )
}

function Calls({ document }: { readonly document: OpenApiDocument }) {
  const t = useTranslations('integrations.developers')
  const names = useTranslations('integrations.modules')
  const navigate = useNavigate()
  const { search = '', module = '', call } = useSearch({ from: '/inside/developers' })
  const text = useDeferredValue(search)
  const all = modulesOf(document, { search: '', module: '' })
  const shown = modulesOf(document, { search: text, module })
  const nameOf = (name: string): string => names(name as keyof UiTexts['integrations']['modules'])
  // Of the address as it is by then: a search that begins when typing pauses must not close what was opened meanwhile.
  const go = (wanted: Wanted): void =>
    void navigate({
      to: '/developers',
      search: (now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...wanted }).filter(([, value]) => value !== '' && value !== undefined),
        ),
      resetScroll: false,
      replace: true,
    })
  const toggle = ({ operation: { operationId } }: ApiCall): void =>
    go({ call: operationId === call ? '' : operationId })
  return (
    <>
      <div className={classes.tools} role="search">
        <SearchField
          label={t('search')}
          value={search}
          onSearch={(wanted) => go({ search: wanted })}
          isWide
        />
        <NativeSelect
          aria-label={t('module')}
          value={module}
          onChange={(event) => go({ module: event.currentTarget.value })}
          data={[
            { value: '', label: t('allModules') },
            ...all.map(({ name }) => ({ value: name, label: nameOf(name) })),
          ]}
        />
      </div>
      {shown.length === 0 && (
        <NothingFound onClear={() => void navigate({ to: '/developers', search: {} })} />
      )}
      {shown.map(({ name, calls }) => (
        <Section key={name} title={nameOf(name)} aside={t('count', { count: calls.length })}>
          <ul className={classes.calls}>
            {calls.map((one) => (
              <li key={one.operation.operationId}>
                <button
                  type="button"
                  className={classes.head}
                  aria-expanded={one.operation.operationId === call}
                  onClick={() => toggle(one)}
                >
                  <span className={classes.method} data-method={one.method}>
                    {one.method.toUpperCase()}
                  </span>
                  <code>{one.path}</code>
                  <span className={classes.quiet}>{one.operation.summary}</span>
                </button>
                {one.operation.operationId === call && <CallDetails call={one} document={document} />}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
