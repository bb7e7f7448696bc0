import { Button, Divider } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { afterLogin, LoginForm } from '../../../features/accounts/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { Entrance } from './entrance.tsx'
import classes from './login-page.module.css'

const route = getRouteApi('/login')

export default function LoginPage() {
  const t = useTranslations('accounts.login')
  const { email, from } = route.useSearch()
  const navigate = useNavigate()
  const maySignUp = useCompany()?.signUpEnabled !== false
  return (
    <Entrance title={t('title')} lead={t('lead')}>
      <div>
        <LoginForm
          key={email}
          email={email}
          onSignedIn={(user) => void navigate({ href: afterLogin(user, from), replace: true })}
        />
        <Divider my={22} label={t('newHere')} labelPosition="center" />
        <Button
          variant="default"
          size="lg"
          fullWidth
          leftSection={<IconLayoutGrid size={20} stroke={1.75} />}
          renderRoot={(props) => <Link to="/book" {...props} />}
        >
          {t('book')}
        </Button>
        {maySignUp && (
          <p className={classes.signUp}>
            {t('noAccount')} <Link to="/signup">{t('signUp')}</Link>
          </p>
        )}
      </div>
    </Entrance>
  )
}
