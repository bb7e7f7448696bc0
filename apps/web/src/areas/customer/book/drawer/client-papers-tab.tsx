import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Tab } from '../use-book-search.ts'
import { ForClient, usePickedClient } from './for-client.tsx'
import { Note } from './note.tsx'
import { Papers } from './papers.tsx'
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
      <footer className={classes.foot}>
        <Button
          size="lg"
          fullWidth
          rightSection={<IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => onTab('payment')}
        >
          {t('toPayment')}
        </Button>
        <Button variant="subtle" color="gray" size="md" fullWidth onClick={() => onTab('terms')}>
          {t('back')}
        </Button>
      </footer>
    </>
  )
}
