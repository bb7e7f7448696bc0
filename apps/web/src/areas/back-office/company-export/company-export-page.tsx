import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCompanyExports } from '@stowage/api/company-exports'
import { queryOf } from '../../../client/index.ts'
import { AttentionNote, AskedSection, PageHeader, Section } from '../../../ui/index.ts'
import { AskForArchive } from './ask-for-archive.tsx'
import { isUnderWay } from './company-export.ts'
import { PastArchives } from './past-archives.tsx'
import { ReadyArchive } from './ready-archive.tsx'
import { UnderWay } from './under-way.tsx'
import classes from './company-export.module.css'

const readAgainMs = 1500

/** /company-export: everything of the company as one archive, made in the background and kept for a day (decision record 300). */
export default function CompanyExportPage(): ReactNode {
  const t = useTranslations('takeout')
  const shell = useTranslations('shell')
  const query = useQuery({
    ...queryOf(listCompanyExports),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? readAgainMs : false),
  })
  const past = query.data?.filter((one) => !isUnderWay(one) && one.state !== 'ready') ?? []
  return (
    <>
      <PageHeader
        title={shell('nav.companyExport')}
        lead={t.rich('lead', { code: (text) => <code key="code">{text}</code> })}
      />
      <div className={classes.page}>
        <Section title={t('inside')}>
          <div className={classes.words}>
            <p>{t('in')}</p>
            <p>{t('out')}</p>
            <p>{t('how')}</p>
          </div>
          <AttentionNote>{t('warning')}</AttentionNote>
        </Section>
        <AskedSection title={t('archive')} query={query}>
          {(all) => {
            const present = all.find(isUnderWay)
            const ready = all.filter(({ state }) => state === 'ready')
            return (
              <div className={classes.archives}>
                {present !== undefined && <UnderWay one={present} />}
                {ready.map((one) => (
                  <ReadyArchive key={one.id} one={one} />
                ))}
                {present === undefined && ready.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
                {present === undefined && <AskForArchive isFirst={ready.length === 0} />}
              </div>
            )
          }}
        </AskedSection>
        {past.length > 0 && (
          <Section title={t('past')}>
            <PastArchives past={past} />
          </Section>
        )}
      </div>
    </>
  )
}
