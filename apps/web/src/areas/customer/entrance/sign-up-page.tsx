import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { SignUpForm } from '../../../features/accounts/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { toast } from '../../../ui/index.ts'
import { Entrance } from './entrance.tsx'
import classes from './login-page.module.css'

/** The message after a sign-up stays longer than others (specification 9). */
const doneMs = 9000

export default function SignUpPage() {
  const t = useTranslations('accounts.signUp')
  const back = useTranslations('accounts.reset')
  const navigate = useNavigate()
  const company = useCompany()
  if (company?.signUpEnabled === false)
    return (
      <Entrance title={t('title')} lead={t('closed')}>
        <div>
          <Button
            variant="default"
            size="lg"
            fullWidth
            renderRoot={(props) => <Link to="/login" {...props} />}
          >
            {back('back')}
          </Button>
        </div>
      </Entrance>
    )
  return (
    <Entrance title={t('title')} lead={t('lead')} wide>
      <div>
        <SignUpForm
          onSignedUp={async ({ email }) => {
            toast({ text: t('done'), ms: doneMs })
            await navigate({ to: '/login', search: { email } })
          }}
        />
        <p className={classes.signUp}>
          {t('haveAccount')} <Link to="/login">{t('signIn')}</Link>
        </p>
      </div>
    </Entrance>
  )
}
