import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { tabs, type Tab } from '../use-book-search.ts'
import { AuthModal } from '../../../../features/accounts/index.ts'
import { toast } from '../../../../ui/index.ts'
import { ClientPapersTab } from './client-papers-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { DrawerTabs } from './drawer-tabs.tsx'
import { PaymentTab } from './payment-tab.tsx'
import { TermsTab } from './terms-tab.tsx'
import { openTab } from './open-tab.ts'
import { useWizard, type DrawerInput } from './wizard.ts'
import classes from './drawer.module.css'

/** What is said in a tab that the person was led to. */
export interface Notice {
  readonly tab: Tab
  readonly text: string
}

/** The three tabs and the way between them (specification 4). */
export function WizardPanel(input: DrawerInput) {
  const wizard = useWizard(input)
  const t = useTranslations('booking.drawer')
  const panelId = useId()
  const body = useRef<HTMLDivElement>(null)
  const [isAuth, setAuth] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const { tab, booker, choices, go } = wizard
  const isOpen = (wanted: Tab): boolean =>
    wanted === 'documents'
      ? choices.arrivalDate !== null
      : openTab(wanted, {
          booker,
          hasTerms: choices.arrivalDate !== null,
          mayPay: wizard.isAgreed && wizard.hasDocuments,
        }) === wanted

  const show = (next: Tab): void => {
    setNotice(null)
    go({ tab: next })
    body.current?.scrollTo({ top: 0 })
  }
  const onTab = (next: Tab): void => {
    if (next === 'terms') return show(next)
    if (choices.arrivalDate === null) {
      setMissing(true)
      show('terms')
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[data-arrival]')?.focus())
      return
    }
    // The tab stays where it is while the person signs in (specification 2.15). The address names it: a phone that is turned
    // meanwhile keeps the drawer, and with it what is typed into the dialog.
    if (booker === 'visitor') {
      show('terms')
      return setAuth(true)
    }
    show(next)
  }
  // Back to the terms (specification 2.15): another kind of account may have another price.
  const onSignedIn = (): void => {
    setAuth(false)
    show('terms')
    toast({ text: t('signedIn') })
  }
  const lead = (to: Tab, text: string): void => {
    go({ tab: to })
    setNotice({ tab: to, text })
    body.current?.scrollTo({ top: 0 })
  }
  const said = notice?.tab === tab ? notice.text : null
  const common = { wizard, notice: said, onTab, lead }
  return (
    <>
      <DrawerTabs tabs={tabs} shown={tab} isOpen={isOpen} onTab={onTab} panelId={panelId} />
      <div className={classes.panel} ref={body} id={panelId} role="tabpanel" aria-label={t(`tab.${tab}`)}>
        {tab === 'terms' && <TermsTab {...common} isDayMissing={isMissing && choices.arrivalDate === null} />}
        {tab === 'documents' &&
          (booker === 'client' ? <DocumentsTab {...common} /> : <ClientPapersTab {...common} />)}
        {tab === 'payment' && <PaymentTab {...common} />}
      </div>
      <AuthModal opened={isAuth} onClose={() => setAuth(false)} onSignedIn={onSignedIn} />
    </>
  )
}
