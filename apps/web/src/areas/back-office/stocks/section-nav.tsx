import {
  IconCreditCard,
  IconDatabase,
  IconDoorEnter,
  IconFileText,
  IconInfoCircle,
  IconLockOpen,
  IconMap2,
  IconPercentage,
  IconReceiptTax,
  IconRosetteDiscount,
  IconTrash,
  IconUmbrella,
  IconWifi,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './settings.module.css'

const sections = [
  ['control', IconLockOpen],
  ['facts', IconInfoCircle],
  ['terms', IconFileText],
  ['network', IconWifi],
  ['external', IconDatabase],
  ['equipment', IconDoorEnter],
  ['discount', IconRosetteDiscount],
  ['fees', IconPercentage],
  ['insurance', IconUmbrella],
  ['vat', IconReceiptTax],
  ['payments', IconCreditCard],
  ['plan', IconMap2],
  ['remove', IconTrash],
] as const

/** The way to each section of a long page. */
export function SectionNav({
  stockId,
  hasDelete,
  isExternal,
}: {
  readonly stockId: string
  readonly isExternal: boolean
  readonly hasDelete: boolean
}) {
  const t = useTranslations('sites.nav')
  return (
    <nav className={classes.nav} aria-label={t('label')}>
      {sections
        .filter(([name]) => (name !== 'remove' || hasDelete) && (name !== 'external' || isExternal))
        .map(([name, Icon]) => (
          <Link key={name} to="/stocks/$id" params={{ id: stockId }} hash={name}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {t(name)}
          </Link>
        ))}
    </nav>
  )
}
