import { Button, Checkbox } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { askCompanyExport } from '@stowage/api/company-exports'
import { call } from '../../../client/index.ts'
import { ProofDialog } from '../../../features/accounts/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './company-export.module.css'

/** @param isFirst no finished one stands above it, whose download is what one comes for then */
export function AskForArchive({ isFirst }: { readonly isFirst: boolean }) {
  const t = useTranslations('takeout')
  const readAnew = useReadAnew()
  const [withIdentity, setWithIdentity] = useState(true)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={classes.ask}>
      <Checkbox
        checked={withIdentity}
        onChange={(event) => setWithIdentity(event.currentTarget.checked)}
        label={t('withIdentity')}
        description={t('withIdentityHint')}
      />
      <Button
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconPackageExport size={18} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('make')}
      </Button>
      {isAsking && (
        <ProofDialog
          title={t('makeTitle')}
          text={t('makeText')}
          yes={t('makeYes')}
          onProof={async (proof) => {
            await call(askCompanyExport, { body: { withIdentity, ...proof } })
            setAsking(false)
            await readAnew()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
