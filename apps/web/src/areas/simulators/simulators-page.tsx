import { Tabs } from '@mantine/core'
import { IconClock, IconCreditCard, IconDeviceMobile, IconDoorEnter, IconMail } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { LanguageSwitch } from '../../features/accounts/index.ts'
import { ClockBar } from '../../features/catalog/index.ts'
import { PageHeader, SchemeSwitch, Wordmark } from '../../ui/index.ts'
import { ClockPanel } from './clock-panel.tsx'
import { DoorsPanel } from './doors-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { PhonesPanel } from './phones-panel.tsx'
import classes from './simulators.module.css'

const panels = {
  mail: { icon: IconMail, Panel: MailPanel },
  phones: { icon: IconDeviceMobile, Panel: PhonesPanel },
  payments: { icon: IconCreditCard, Panel: PaymentsPanel },
  doors: { icon: IconDoorEnter, Panel: DoorsPanel },
  clock: { icon: IconClock, Panel: ClockPanel },
} as const
type Name = keyof typeof panels
const names = Object.keys(panels) as Name[]

/** /simulators, in the demo only: what the product sends out and what the world answers, in the visitor's own hands. */
export default function SimulatorsPage() {
  const t = useTranslations('simulators')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { tab } = useSearch({ from: '/simulators' })
  const chosen = names.find((name) => name === tab) ?? 'mail'
  return (
    <>
      <header className={classes.top}>
        <Link to="/" className={classes.brand} aria-label={`${shell('product')}, ${shell('home')}`}>
          <Wordmark size={20} />
        </Link>
        <div className={classes.tools}>
          <LanguageSwitch short />
          <SchemeSwitch />
        </div>
      </header>
      <ClockBar />
      <main id="content" tabIndex={-1} className={classes.main}>
        <PageHeader title={t('title')} lead={t('lead')} />
        <Tabs
          value={chosen}
          onChange={(next) =>
            void navigate({ to: '/simulators', search: next === null ? {} : { tab: next } })
          }
          keepMounted={false}
        >
          <Tabs.List mb={16}>
            {names.map((name) => {
              const Icon = panels[name].icon
              return (
                <Tabs.Tab
                  key={name}
                  value={name}
                  className={classes.tab}
                  leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
                >
                  {t(`tabs.${name}`)}
                </Tabs.Tab>
              )
            })}
          </Tabs.List>
          {names.map((name) => {
            const { Panel } = panels[name]
            return (
              <Tabs.Panel key={name} value={name}>
                <Panel />
              </Tabs.Panel>
            )
          })}
        </Tabs>
      </main>
    </>
  )
}
