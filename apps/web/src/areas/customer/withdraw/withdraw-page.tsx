import { useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../../../ui/index.ts'
import { AskForm } from './ask-form.tsx'
import { Withdrawal } from './withdrawal.tsx'
import classes from './withdraw-page.module.css'

/**
 * Withdrawing from a contract in two steps and without a login, as the law asks: number and e-mail, then by the link of the mail
 * (`#code=…`) what is returned, and the button that withdraws.
 */
export default function WithdrawPage(): ReactNode {
  const t = useTranslations('life.withdraw')
  const hash = useRouterState({ select: (state) => state.location.hash })
  const linked = new URLSearchParams(hash).get('code')
  const [code, setCode] = useState(linked)
  // Another link opened in this tab replaces it.
  if (linked !== null && linked !== code) setCode(linked)
  useTitle(t('title'))
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('title')}</h1>
      {code === null ? <AskForm /> : <Withdrawal key={code} code={code} onAskAgain={() => setCode(null)} />}
    </div>
  )
}
