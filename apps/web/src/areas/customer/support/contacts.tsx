import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { companyQuery, type Company } from '../../../features/catalog/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { AskedSection } from '../../../ui/index.ts'
import { dayNames } from './day-names.ts'
import classes from './support.module.css'

/** Where we are and when somebody is there: what the company says of itself (decision 28). */
export function Contacts() {
  const t = useTranslations('support.page')
  const query = useQuery(companyQuery)
  return (
    <AskedSection
      title={t('contacts')}
      query={query}
      isEmpty={({ name, address, email, website, supportPhone }) =>
        [name, address, email, website, supportPhone].every((text) => text.trim() === '')
      }
      empty={<p className={classes.quiet}>{t('noContacts')}</p>}
    >
      {(company) => <Facts company={company} />}
    </AskedSection>
  )
}

function Facts({ company }: { readonly company: Company }) {
  const t = useTranslations('support.page')
  const { language } = useLanguage()
  const { name, address, email, website, supportPhone, officeHours } = company
  return (
    <>
      {name !== '' && <p className={classes.name}>{name}</p>}
      <dl className={classes.facts}>
        {supportPhone !== '' && (
          <>
            <dt>{t('phone')}</dt>
            <dd>
              <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</a>
            </dd>
          </>
        )}
        {email !== '' && (
          <>
            <dt>{t('email')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </>
        )}
        {address !== '' && (
          <>
            <dt>{t('address')}</dt>
            <dd>{address}</dd>
          </>
        )}
        {/^https?:\/\//i.test(website) && (
          <>
            <dt>{t('website')}</dt>
            <dd>
              <a href={website} rel="noreferrer" target="_blank">
                {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
              </a>
            </dd>
          </>
        )}
        {officeHours.length > 0 && (
          <>
            <dt>{t('hours')}</dt>
            <dd>
              <ul className={classes.hours}>
                {officeHours.map(({ days, from, to }) => (
                  <li key={days}>
                    {dayNames(days, language)} {from}–{to}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
