import { Button } from '@mantine/core'
import { IconEye, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { ErrorState, Pill, Section } from '../../ui/index.ts'
import { documentFields, documentsOf, standingOf, verificationOf, type Account } from './documents.ts'
import { KycDecision } from './kyc-decision.tsx'
import { KycDocument } from './kyc-document.tsx'
import { useKeptFiles } from './use-kept-files.ts'
import { usePhotos } from './use-photos.ts'
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
  const verification = verificationOf(account)
  const { refetch } = photos
  const { looked, onDecided } = useLookedAt(account, photos.dataUpdatedAt)
  const kept = useKeptFiles(account, isOwner || me?.role === 'superUser')
  const isAllGone = documents.every(({ kind, state }) => state === 'missing' || kept[kind]?.shredded != null)
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
          <KycDecision
            account={looked}
            onStale={() => void refetch()}
            onDecided={onDecided}
            blocked={!hasAny ? 'nothingToVerify' : standing === 'rejected' ? 'replaceFirst' : null}
          />
        ) : undefined
      }
    >
      <p className={classes.standing}>
        <Pill
          tone={verification === 'verified' ? 'green' : verification === 'suspended' ? 'red' : 'gray'}
          icon={verification === 'verified' ? IconShieldCheck : IconShieldOff}
        >
          {t(`standing.${verification}`)}
        </Pill>
        {me?.role === 'superUser' && hasAny && (
          <Link to="/audit" search={{ subjectId: account.id, action: 'kyc-documents-read' }}>
            {t('seenBy')}
          </Link>
        )}
      </p>
      {hasAny && !isAllGone && photos.data === undefined && (
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
            account={looked}
            document={document}
            photo={photos.data?.[documentFields[document.kind].file]}
            kept={kept[document.kind]}
            isOwner={isOwner}
            mayDecide={mayDecide}
            onDecided={onDecided}
            onUploaded={() => photos.data !== undefined && void refetch()}
          />
        ))}
      </ul>
    </Section>
  )
}

/**
 * The account, dated as it was when its documents were read: the page hears of another document at once and shows the one that
 * was looked at all the same, and who decides on that must be told. What was decided here is no news here.
 */
function useLookedAt(account: Account, readAt: number) {
  const { id, updated } = account
  const [seen, setSeen] = useState({ id, readAt, updated })
  if (seen.id !== id || seen.readAt !== readAt) setSeen({ id, readAt, updated })
  const looked = readAt === 0 ? account : { ...account, updated: seen.updated }
  const onDecided = (decided: Account): void => setSeen({ id, readAt, updated: decided.updated })
  return { looked, onDecided }
}
