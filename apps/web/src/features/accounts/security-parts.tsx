import { useUser } from '../../client/index.ts'
import type { Account } from './documents.ts'
import { ConsentsCard } from './consents-card.tsx'
import { EmailCard } from './email-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { OtherFactorCard } from './other-factor-card.tsx'
import { OtherSignInsCard } from './other-sign-ins-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What keeps an account its owner's: one's own to change, another's for a superUser to see. */
export default function SecurityParts({ account }: { readonly account: Account }) {
  const me = useUser()
  const isOwn = me?.id === account.id
  const isActing = me?.impersonatedBy != null
  return (
    <>
      <EmailCard account={account} isOwn={isOwn} />
      {isOwn && !isActing && <FactorCard />}
      {!isOwn && <OtherFactorCard account={account} />}
      {!isOwn && <OtherSignInsCard account={account} />}
      {isOwn && !isActing && <SessionsCard />}
      <ConsentsCard accountId={account.id} />
    </>
  )
}
