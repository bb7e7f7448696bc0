import { IconCheck, IconUpload, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../../client/index.ts'
import { Pill } from '../../../../ui/index.ts'
import classes from './drawer.module.css'

/** The documents that an account needs, and where each of them stands. */
export function Papers({ user }: { readonly user: CurrentUser }) {
  return (
    <ul className={classes.papers}>
      {user.neededDocuments.map((kind) => (
        <Paper key={kind} kind={kind} user={user} />
      ))}
    </ul>
  )
}

function Paper({
  kind,
  user,
}: {
  readonly kind: CurrentUser['neededDocuments'][number]
  readonly user: CurrentUser
}) {
  const t = useTranslations('booking.papers')
  const isRejected = user.rejectedDocuments.includes(kind)
  const isMissing = user.missingDocuments.includes(kind)
  const reason = user[`${kind}KycRejectionReason`]
  return (
    <li>
      <span>
        {t(`kinds.${kind}`)}
        {isRejected && reason != null && <small>{t('because', { reason })}</small>}
      </span>
      {isRejected ? (
        <Pill tone="red" icon={IconX}>
          {t('rejected')}
        </Pill>
      ) : isMissing ? (
        <Pill tone="gray" icon={IconUpload}>
          {t('missing')}
        </Pill>
      ) : (
        <Pill tone="green" icon={IconCheck}>
          {t('there')}
        </Pill>
      )}
    </li>
  )
}
