import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { erasePerson, previewErasure } from '@stowage/api/privacy'
import { call, queryOf } from '../../client/index.ts'
import {
  BannerStrip,
  ErrorState,
  FieldStack,
  FormProblem,
  SkeletonCard,
  toast,
  useApiForm,
} from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import type { Account } from '../accounts/index.ts'
import { WhatStays, type Erasure } from './what-stays.tsx'
import classes from './privacy.module.css'

interface EraseDialogProps {
  readonly account: Pick<Account, 'id' | 'email' | 'displayName'>
  readonly onClose: () => void
  readonly onErased: () => void
}

/** First what goes and what stays until when; then the person's e-mail typed by hand. */
export function EraseDialog(props: EraseDialogProps) {
  const t = useTranslations('privacy.erase')
  const { account, onClose } = props
  const { data, error, refetch } = useQuery({
    ...queryOf(previewErasure, { params: { id: account.id } }),
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  })
  return (
    <Modal opened onClose={onClose} title={t('dialog', { name: account.displayName })} size={560}>
      {data !== undefined ? (
        <Asked {...props} erasure={data} />
      ) : error === null ? (
        <SkeletonCard height={240} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Modal>
  )
}

function Asked({ account, erasure, onClose, onErased }: EraseDialogProps & { readonly erasure: Erasure }) {
  const t = useTranslations('privacy.erase')
  const shell = useTranslations('shell')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { email: '' },
    schema: erasePerson.body,
    onSubmit: async (body) => {
      await call(erasePerson, { params: { id: account.id }, body })
      toast({ text: t('done') })
      onErased()
    },
  })
  const typed = form.values.email.trim().toLowerCase()
  const isOther = typed !== '' && typed !== account.email.toLowerCase()
  const { obstacle } = erasure
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <WhatStays erasure={erasure} />
        {obstacle == null ? (
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            {...form.text('email')}
            error={isOther ? t('emailWrong') : form.text('email').error}
          />
        ) : (
          <BannerStrip type="warning">{t('obstacle', obstacle)}</BannerStrip>
        )}
        <FormProblem>{problem}</FormProblem>
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" size="md" onClick={onClose}>
            {shell('cancel')}
          </Button>
          {obstacle == null && (
            <Button type="submit" color="red" size="md" loading={isBusy} disabled={typed === '' || isOther}>
              {t('submit')}
            </Button>
          )}
        </div>
      </FieldStack>
    </form>
  )
}
