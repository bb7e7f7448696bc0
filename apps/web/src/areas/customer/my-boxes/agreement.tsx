import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, type CurrentUser } from '../../../client/index.ts'
import { hasAgreedHere } from '../../../features/accounts/index.ts'
import { agreementAnchor, type MyStock } from '../../../features/access/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { useLease } from '../../../features/contracts/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { Section, toast } from '../../../ui/index.ts'
import classes from './agreement.module.css'

interface AgreementProps {
  readonly user: CurrentUser
  readonly stocks: readonly MyStock[]
}

/**
 * Agreeing to the lease and the other documents: asked until it is done, and again when they change; a newer version bars
 * nobody who rents already (decision 20). Not for superUser.
 */
export function Agreement({ user, stocks }: AgreementProps) {
  const t = useTranslations('mybox.agreement')
  const { language } = useLanguage()
  const company = useCompany()
  const lease = useLease()
  const client = useQueryClient()
  const [isTicked, setTicked] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      await call(updateUser, { params: { id: user.id }, body: { isAgreedWithDocs: true } }),
    onSuccess: async () => {
      toast({ text: t('done') })
      // What is asked of the person, and how the doors answer.
      await client.invalidateQueries()
    },
  })
  const isNewer = user.isAgreedWithDocs && user.newerDocsVersion != null
  if (user.role === 'superUser' || (user.isAgreedWithDocs && !isNewer)) return null
  // What an external system keeps was signed elsewhere.
  const contracts = stocks
    .flatMap(({ boxes }) => boxes.map(({ contract }) => contract))
    .filter(({ isExternal }) => !isExternal)
  const documents = company?.legalDocuments ?? []
  // Who was taken over with his contract has never seen them, so nothing has changed for him.
  const which = !isNewer ? '' : hasAgreedHere(user.agreedDocsVersion) ? 'Newer' : 'First'
  return (
    <Section title={t(`title${which}`)} tone="amber" id={agreementAnchor}>
      <div className={classes.agreement}>
        <p className={classes.text}>{t(`text${which}`)}</p>
        <ul className={classes.documents}>
          {contracts.map((contract) => (
            <li key={contract.id}>
              <IconFileText size={18} stroke={1.75} aria-hidden="true" />
              <button type="button" className={classes.link} onClick={() => lease.open(contract)}>
                {t('lease', { box: contract.unitNumber })}
              </button>
            </li>
          ))}
          {documents.map(({ key, title, url }) => (
            <li key={key}>
              <IconFileText size={18} stroke={1.75} aria-hidden="true" />
              <a href={url} target="_blank" rel="noreferrer">
                {title[language] ?? title['en'] ?? key}
              </a>
            </li>
          ))}
        </ul>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (isTicked && !isPending) mutate()
          }}
        >
          <Checkbox
            label={t('check')}
            checked={isTicked}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
          <Button type="submit" size="md" variant="light" disabled={!isTicked} loading={isPending}>
            {t('submit')}
          </Button>
        </form>
      </div>
    </Section>
  )
}
