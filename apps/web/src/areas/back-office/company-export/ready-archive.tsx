import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { companyExportFile, linkCompanyExport } from '@stowage/api/company-exports'
import { addressOf, call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { toast } from '../../../ui/index.ts'
import { ProofDialog } from '../../../features/accounts/index.ts'
import { megabytesOf, zone, type CompanyExport } from './company-export.ts'
import { DeleteArchive } from './delete-archive.tsx'
import classes from './company-export.module.css'

/** A finished one: what it is, until when it is there, and the way to take it. */
export function ReadyArchive({ one }: { readonly one: CompanyExport }) {
  const t = useTranslations('takeout')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const size = t('megabytes', { count: format.number(megabytesOf(one.bytes)) })
  const missing = one.missing ?? 0
  return (
    <div className={classes.one}>
      <div className={classes.facts}>
        <strong role="status">{t('ready', { size, things: format.number(one.things) })}</strong>
        <span className={classes.quiet}>
          {t('asOf', { by: one.askedBy, when: format.instant(one.asked, zone) })}
        </span>
        {one.deletes != null && (
          <span className={classes.quiet}>{t('until', { when: format.instant(one.deletes, zone) })}</span>
        )}
        {!one.withIdentity && <span className={classes.quiet}>{t('withoutDocuments')}</span>}
        {one.withIdentity && missing > 0 && (
          <span className={classes.quiet}>{t('missing', { count: missing })}</span>
        )}
      </div>
      <div className={classes.deeds}>
        <Button leftSection={<IconDownload size={18} stroke={1.75} />} onClick={() => setAsking(true)}>
          {t('download')}
        </Button>
        <DeleteArchive one={one} />
      </div>
      {isAsking && (
        <ProofDialog
          title={t('downloadTitle')}
          text={t('downloadText')}
          yes={t('download')}
          onProof={async (proof) => {
            const query = await call(linkCompanyExport, { params: { id: one.id }, body: proof })
            // The browser itself takes the archive, as it does any large file.
            const anchor = document.createElement('a')
            anchor.href = addressOf(companyExportFile, { query })
            anchor.download = ''
            anchor.click()
            toast({ text: t('downloading') })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
