import { Button } from '@mantine/core'
import { IconEye, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, useUser } from '../../client/index.ts'
import { confirm, ErrorState, Section, toast } from '../../ui/index.ts'
import { documentFields, documentsOf, standingOf, type Account } from './documents.ts'
import { KycDocument } from './kyc-document.tsx'
import { usePhotos } from './use-photos.ts'
import { useKeepAccount } from './account-query.ts'
import classes from './kyc.module.css'

/** Identity documents of an account: its owner hands them in, a superUser looks and decides. */
export function KycCard({ account }: { readonly account: Account }) {
  const t = useTranslations('backoffice.kyc')
  const me = useUser()
  const photos = usePhotos(account.id)
  const isOwner = me?.id === account.id
  const mayDecide = me?.role === 'superUser' && me.impersonatedBy == null
  const documents = documentsOf(account)
  const hasAny = documents.some(({ state }) => state !== 'missing')
  const standing = standingOf(account)
  const { refetch } = photos
  // Who comes to decide wants to see them; every other reading of identity papers is asked for.
  const isToBeChecked = mayDecide && standing === 'waiting' && hasAny
  useEffect(() => {
    if (isToBeChecked) void refetch()
  }, [isToBeChecked, account.id, refetch])
  const accepted = documents.filter(({ state }) => state === 'accepted').length
  return (
    <Section
      title={t('title')}
      aside={documents.length === 0 ? undefined : t('accepted', { accepted, all: documents.length })}
      {...(standing === 'rejected'
        ? { tone: 'red' as const }
        : standing === 'waiting'
          ? { tone: 'amber' as const }
          : {})}
      foot={
        mayDecide ? (
          <Decision
            account={account}
            blocked={!hasAny ? 'nothingToVerify' : standing === 'rejected' ? 'replaceFirst' : null}
          />
        ) : undefined
      }
    >
      {hasAny && photos.data === undefined && (
        <Button
          variant="default"
          size="sm"
          mb={12}
          loading={photos.isFetching}
          leftSection={<IconEye size={18} stroke={1.75} />}
          onClick={() => void refetch()}
        >
          {t('show')}
        </Button>
      )}
      {photos.error !== null && <ErrorState error={photos.error} onRetry={() => void refetch()} />}
      <ul className={classes.documents}>
        {documents.map((document) => (
          <KycDocument
            key={document.kind}
            account={account}
            document={document}
            photo={photos.data?.[documentFields[document.kind].file]}
            isOwner={isOwner}
            mayDecide={mayDecide}
            onUploaded={() => photos.data !== undefined && void refetch()}
          />
        ))}
      </ul>
    </Section>
  )
}

interface DecisionProps {
  readonly account: Account
  /** Why it cannot be verified now. */
  readonly blocked: 'nothingToVerify' | 'replaceFirst' | null
}

function Decision({ account, blocked }: DecisionProps) {
  const t = useTranslations('backoffice.kyc')
  const keep = useKeepAccount()
  const name = account.displayName
  const decide = useMutation({
    mutationFn: async (isKycVerified: boolean) =>
      await call(updateUser, { params: { id: account.id }, body: { isKycVerified } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: changed.isKycVerified ? t('verified', { name }) : t('cancelled', { name }) })
    },
  })
  const verify = async (): Promise<void> => {
    if (await confirm({ title: t('verifyTitle', { name }), text: t('verifyText'), yes: t('verify') }))
      decide.mutate(true)
  }
  const cancel = async (): Promise<void> => {
    if (
      await confirm({
        title: t('cancelTitle', { name }),
        text: t('cancelText'),
        yes: t('cancelYes'),
        danger: true,
      })
    )
      decide.mutate(false)
  }
  if (account.isKycVerified)
    return (
      <Button
        variant="default"
        fullWidth
        loading={decide.isPending}
        leftSection={<IconShieldOff size={18} stroke={1.75} />}
        onClick={() => void cancel()}
      >
        {t('cancelVerification')}
      </Button>
    )
  return (
    <>
      <Button
        fullWidth
        disabled={blocked !== null}
        loading={decide.isPending}
        leftSection={<IconShieldCheck size={18} stroke={1.75} />}
        onClick={() => void verify()}
      >
        {t('verify')}
      </Button>
      {blocked !== null && <p className={classes.note}>{t(blocked)}</p>}
    </>
  )
}
