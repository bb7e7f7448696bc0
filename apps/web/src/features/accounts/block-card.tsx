import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import { BlockButton } from './block-button.tsx'
import type { Account } from './documents.ts'
import { allows, needs } from './needs.ts'
import classes from './kyc.module.css'

/** Whether staff keep a tenant out of his doors, and why: for him to read, for staff to change. */
export function BlockCard({ account }: { readonly account: Account }) {
  const t = useTranslations('accounts.block')
  const format = useFormat()
  const me = useUser()
  const mayBlock = allows(me, needs.blockAccount) && me?.id !== account.id && me?.impersonatedBy == null
  const { block } = account
  if (block == null && !mayBlock) return null
  return (
    <Section
      id="block"
      title={t('title')}
      {...(block == null ? {} : { tone: 'red' as const })}
      foot={
        mayBlock && (
          <BlockButton person={{ id: account.id, name: account.displayName }} isBlocked={block != null} />
        )
      }
    >
      <p className={classes.hint}>
        {block == null
          ? t('isOpen')
          : block.since == null
            ? t('isBlocked')
            : t('isBlockedSince', {
                when: format.instant(block.since, Intl.DateTimeFormat().resolvedOptions().timeZone),
              })}
      </p>
      {block?.reason != null && <p>{block.reason}</p>}
    </Section>
  )
}
