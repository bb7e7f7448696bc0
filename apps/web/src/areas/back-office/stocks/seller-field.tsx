import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listSellers } from '@stowage/api/stocks'
import { queryOf, useUser } from '../../../client/index.ts'
import type { Fields } from '../../../ui/index.ts'
import { SellerDialog } from '../sellers/seller-dialog.tsx'
import type { StockValues } from './stock-values.ts'
import classes from './settings.module.css'

/** Who sells here; another one is made, and his details changed, without leaving the form. */
export function SellerField({ form }: { readonly form: Fields<StockValues> }) {
  const t = useTranslations('sites.facts')
  const user = useUser()
  const mayEdit = user?.role === 'superUser'
  const { data: sellers } = useQuery({ ...queryOf(listSellers), enabled: mayEdit })
  const [shown, setShown] = useState<'new' | 'edit' | null>(null)
  const chosen = sellers?.find(({ id }) => id === form.values.sellerId)
  if (!mayEdit) return null
  return (
    <div className={classes.seller}>
      <NativeSelect
        label={t('seller')}
        description={t('sellerHint')}
        required
        data={[
          { value: '', label: t('choose'), disabled: true },
          ...(sellers ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.text('sellerId')}
      />
      <div className={classes.sellerDeeds}>
        {chosen !== undefined && (
          <Button size="md" variant="default" onClick={() => setShown('edit')}>
            {t('editSeller')}
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => setShown('new')}>
          {t('addSeller')}
        </Button>
      </div>
      {shown !== null && (
        <SellerDialog
          seller={shown === 'edit' ? (chosen ?? null) : null}
          onClose={() => setShown(null)}
          onMade={(id) => form.set('sellerId', id)}
        />
      )}
    </div>
  )
}
