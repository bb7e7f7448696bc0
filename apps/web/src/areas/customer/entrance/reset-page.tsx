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
  const linked = new URLSearchParams(hash).get('code')
  const [code, setCode] = useState(linked)
  // Another link opened in this tab replaces it; an address without one (the way to the login) shows no other form.
  if (linked !== null && linked !== code) setCode(linked)
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
            key={code}
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
