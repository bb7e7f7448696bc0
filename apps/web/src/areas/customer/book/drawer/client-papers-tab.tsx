import { useTranslations } from 'use-intl'
import type { Tab } from '../use-book-search.ts'
import { ForClient, usePickedClient } from './for-client.tsx'
import { Note } from './note.tsx'
import { Papers } from './papers.tsx'
import { TabFoot } from './tab-foot.tsx'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

interface ClientPapersTabProps {
  readonly wizard: Wizard
  readonly onTab: (tab: Tab) => void
}

/** The second tab for who books for a client: where his documents stand. Nothing is signed or awaited here (decision 13). */
export function ClientPapersTab({ wizard, onTab }: ClientPapersTabProps) {
  const t = useTranslations('booking.papers')
  const pay = useTranslations('booking.pay')
  const { booker, clientId } = wizard
  const client = usePickedClient(clientId)
  if (booker !== 'superUser')
    return (
      <div className={classes.body}>
        <Note>{pay('forbidden')}</Note>
      </div>
    )
  return (
    <>
      <div className={classes.body}>
        {clientId === undefined ? <Note>{pay('noClient')}</Note> : <ForClient userId={clientId} />}
        {client !== undefined && (
          <section>
            <h3 className={classes.subtitle}>{t('documents')}</h3>
            <Papers user={client} />
          </section>
        )}
        <p className={classes.hint}>{t('forClient')}</p>
      </div>
      <TabFoot next={t('toPayment')} onNext={() => onTab('payment')} onBack={() => onTab('terms')} />
    </>
  )
}
