import { Anchor } from '@mantine/core'
import { IconBan, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { contractAccess } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf, type CurrentUser } from '../../../client/index.ts'
import { allows, BlockButton, needs } from '../../../features/accounts/index.ts'
import { hasEnded, type Contract } from '../../../features/contracts/index.ts'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { AskedSection, Pill } from '../../../ui/index.ts'
import classes from './contract-page.module.css'

type Access = Answer<typeof contractAccess>

/** Hours and free days run out while the page is open. */
const againMs = 60_000

/** Whether the box of a contract opens now, for whom, and if not why; who has a PIN; what happened at its door last. */
export function ContractAccess({
  contract,
  user,
}: {
  readonly contract: Contract
  readonly user: CurrentUser
}) {
  const t = useTranslations('contracts.access')
  const { language } = useLanguage()
  const isShown = !hasEnded(contract) || contract.mayClear
  const asked = queryOf(contractAccess, { params: { contractId: contract.id } })
  const query = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, language],
    enabled: isShown,
    refetchInterval: againMs,
    meta: { quiet: true },
  })
  if (!isShown) return null
  return (
    <AskedSection
      id="access"
      title={t('title')}
      query={query}
      aside={
        query.data?.isOk === false && (
          <Pill tone="amber" icon={IconPlugConnectedX}>
            {t('away')}
          </Pill>
        )
      }
    >
      {({ openers, last }) => (
        <>
          <ul className={classes.openers}>
            {openers.map((opener) => (
              <Opener key={opener.id} opener={opener} isAlone={openers.length === 1} user={user} />
            ))}
          </ul>
          {last.length > 0 && <Last records={last} timeZone={contract.stock?.timeZone ?? 'UTC'} />}
        </>
      )}
    </AskedSection>
  )
}

function Opener({
  opener,
  isAlone,
  user,
}: {
  readonly opener: Access['openers'][number]
  readonly isAlone: boolean
  readonly user: CurrentUser
}) {
  const t = useTranslations('contracts.access')
  const isMe = opener.id === user.id
  const mayBlock = !isMe && user.impersonatedBy == null && allows(user, needs.blockAccount)
  return (
    <li>
      {(!isAlone || !isMe) && (
        <strong>
          {opener.fullName}
          {!opener.isTenant && <span className={classes.quiet}> {t('internal')}</span>}
        </strong>
      )}
      <span>
        <Pill tone={opener.opens ? 'green' : 'amber'} icon={opener.opens ? IconCircleCheck : IconBan}>
          {opener.opens ? t('opens') : t('shut')}
        </Pill>
      </span>
      {opener.message != null && <span className={classes.quiet}>{opener.message}</span>}
      {mayBlock && (
        <span>
          <BlockButton person={{ id: opener.id, name: opener.fullName }} isBlocked={opener.block != null} />
        </span>
      )}
      {opener.warning != null && <span className={classes.quiet}>{t('dueSoon')}</span>}
      <span className={classes.quiet}>
        {opener.hasPin ? t('pin') : t('noPin')}{' '}
        {isMe && (
          <Anchor
            renderRoot={(props) => <Link to="/users/$id" params={{ id: user.id }} hash="pin" {...props} />}
          >
            {opener.hasPin ? t('changePin') : t('setPin')}
          </Anchor>
        )}
      </span>
    </li>
  )
}

function Last({ records, timeZone }: { readonly records: Access['last']; readonly timeZone: string }) {
  const t = useTranslations('contracts.access')
  const words = useTranslations('mybox.history')
  const format = useFormat()
  return (
    <>
      <h3 className={classes.lastTitle}>{t('last')}</h3>
      <ul className={classes.last}>
        {records.map(({ id, action, createdAt, userId }) => (
          <li key={id}>
            <time dateTime={createdAt}>{format.shortInstant(createdAt, timeZone)}</time>
            <span>{words(action)}</span>
            {userId != null && <span className={classes.quiet}>{userId.email}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
