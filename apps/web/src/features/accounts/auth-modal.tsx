import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { signIn, type CurrentUser } from '../../client/index.ts'
import { useCompany } from '../catalog/index.ts'
import { LoginForm } from './login-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import classes from './accounts.module.css'
import { Modal } from '../../ui/dialog.tsx'

export type AuthMode = 'login' | 'signUp'

export interface AuthModalProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** What it begins with; sign-up for who is new in the wizard. */
  readonly start?: AuthMode
  readonly onSignedIn: (user: CurrentUser) => void
}

/** Signing in and signing up without leaving the page; each leads to the other. Who signs up here is signed in. */
export function AuthModal({ opened, onClose, start = 'signUp', onSignedIn }: AuthModalProps) {
  const t = useTranslations('accounts')
  const client = useQueryClient()
  const maySignUp = useCompany()?.signUpEnabled !== false
  const [mode, setMode] = useState<AuthMode>(start)
  const [email, setEmail] = useState('')
  const isSignUp = mode === 'signUp' && maySignUp
  const close = (): void => {
    setMode(start)
    onClose()
  }
  const enterNew = async (account: { email: string; password: string }): Promise<void> => {
    try {
      onSignedIn(await signIn(client, account))
    } catch {
      // The account exists; only signing in did not work. The form says why at the next try.
      setEmail(account.email)
      setMode('login')
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      // A dozen fields and documents: a press beside the dialog must not cost them.
      closeOnClickOutside={!isSignUp}
      size={isSignUp ? 560 : 440}
      title={isSignUp ? t('signUp.title') : t('login.modalTitle')}
    >
      {/* Who looks at the sign-in and comes back finds what was typed. */}
      {maySignUp && (
        <div hidden={!isSignUp}>
          <SignUpForm onSignedUp={enterNew} />
        </div>
      )}
      {!isSignUp && <LoginForm key={email} email={email} onSignedIn={onSignedIn} />}
      {maySignUp && (
        <p className={classes.other}>
          {isSignUp ? t('signUp.haveAccount') : t('login.noAccount')}{' '}
          <button
            type="button"
            className={classes.link}
            onClick={() => setMode(isSignUp ? 'login' : 'signUp')}
          >
            {isSignUp ? t('signUp.signIn') : t('login.signUp')}
          </button>
        </p>
      )}
    </Modal>
  )
}
