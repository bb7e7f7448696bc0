import { useNavigate, useRouterState, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmResetForm, RequestResetForm } from '../../../features/accounts/index.ts'
import { toast } from '../../../ui/index.ts'
import { Entrance } from './entrance.tsx'
import classes from './login-page.module.css'

/** Asks for the mail; opened by the link of that mail (`#code=…`) it takes the new password. */
export default function ResetPage() {
  const t = useTranslations('accounts.reset')
  const navigate = useNavigate()
  const hash = useRouterState({ select: (state) => state.location.hash })
  // Kept apart from the address: a code that failed can be tried again, another link replaces it.
  const [code] = useState(() => new URLSearchParams(hash).get('code'))
  return (
    <Entrance title={t('title')} lead={code === null ? t('lead') : t('confirmLead')}>
      <div>
        {code === null ? (
          <RequestResetForm
            onSent={(email) => {
              toast({ text: t('sent') })
              void navigate({ to: '/login', search: { email } })
            }}
          />
        ) : (
          <ConfirmResetForm
            code={code}
            onChanged={() => {
              toast({ text: t('changed') })
              void navigate({ to: '/login', replace: true })
            }}
          />
        )}
        <p className={classes.signUp}>
          <Link to="/login">{t('back')}</Link>
        </p>
      </div>
    </Entrance>
  )
}
