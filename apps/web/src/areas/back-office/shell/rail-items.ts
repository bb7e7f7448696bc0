import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBell,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCalendarDue,
  IconCalendarStats,
  IconCashBanknote,
  IconCategory2,
  IconChartBar,
  IconCode,
  IconCoins,
  IconCreditCard,
  IconDiscount2,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGridAdd,
  IconLock,
  IconMail,
  IconMapPin,
  IconMessage2Code,
  IconMessageCircle,
  IconPackage,
  IconPackageExport,
  IconPercentage,
  IconReceiptOff,
  IconRepeat,
  IconScale,
  IconSend,
  IconServer2,
  IconTableImport,
  IconTrendingUp,
  IconUserShield,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { UiTexts } from '@stowage/texts'
import { needs, type Need } from '../../../features/accounts/index.ts'

export interface RailItem {
  readonly to: NonNullable<LinkProps['to']>
  readonly text: keyof UiTexts['shell']['nav']
  readonly icon: typeof IconMail
  readonly need: Need
}
export interface RailGroup {
  readonly title: keyof UiTexts['shell']['nav'] | null
  readonly items: readonly RailItem[]
}

/** The menu of the back office; each reader sees what he may open (specification 2.2). */
export const railGroups: readonly RailGroup[] = [
  {
    title: null,
    items: [
      { to: '/', text: 'overview', icon: IconLayoutDashboard, need: 'superUser' },
      { to: '/dashboard', text: 'overview', icon: IconLayoutDashboard, need: needs.dashboard },
      { to: '/stocks', text: 'stocks', icon: IconBuildingWarehouse, need: needs.stocks },
      { to: '/boxes', text: 'boxes', icon: IconPackage, need: needs.boxes },
      { to: '/users', text: 'users', icon: IconUsers, need: needs.users },
      {
        to: '/ending-contracts',
        text: 'endingContracts',
        icon: IconCalendarDue,
        need: needs.endingContracts,
      },
      { to: '/appeal', text: 'appeals', icon: IconMessageCircle, need: needs.appeals },
      { to: '/book', text: 'book', icon: IconLayoutGridAdd, need: 'booker' },
    ],
  },
  {
    title: 'money',
    items: [
      { to: '/debtors', text: 'debtors', icon: IconAlertTriangle, need: needs.debtors },
      {
        to: '/external-payments',
        text: 'externalPayments',
        icon: IconCashBanknote,
        need: needs.externalPayments,
      },
      { to: '/disputes', text: 'disputes', icon: IconArrowBackUp, need: needs.disputes },
      { to: '/settlements', text: 'settlements', icon: IconScale, need: needs.settlements },
      {
        to: '/payment-messages',
        text: 'paymentMessages',
        icon: IconMessage2Code,
        need: needs.paymentMessages,
      },
      { to: '/monthly-bills', text: 'monthlyBills', icon: IconCalendarStats, need: needs.monthlyBills },
      { to: '/subscriptions', text: 'subscriptions', icon: IconRepeat, need: needs.subscriptions },
      { to: '/penalties', text: 'penalties', icon: IconPercentage, need: needs.penalties },
      { to: '/payouts', text: 'payouts', icon: IconCoins, need: needs.payouts },
      { to: '/bank-entries', text: 'bankEntries', icon: IconBuildingBank, need: needs.bank },
      { to: '/debit-batches', text: 'debitBatches', icon: IconFileExport, need: needs.debitBatches },
      { to: '/month-close', text: 'monthClose', icon: IconLock, need: needs.monthClose },
      {
        to: '/parked-contracts',
        text: 'parkedContracts',
        icon: IconReceiptOff,
        need: needs.parkedContracts,
      },
      { to: '/tariffs', text: 'tariffs', icon: IconDiscount2, need: needs.tariffs },
      { to: '/payment-processors', text: 'processors', icon: IconCreditCard, need: needs.processors },
      { to: '/rent-rises', text: 'rentRises', icon: IconTrendingUp, need: needs.rentRises },
    ],
  },
  {
    title: 'contact',
    items: [
      { to: '/notifications', text: 'notifications', icon: IconBell, need: needs.notifications },
      { to: '/email-history', text: 'emailHistory', icon: IconMail, need: needs.emailHistory },
      { to: '/invoice-emails', text: 'invoiceEmails', icon: IconSend, need: needs.invoiceEmails },
    ],
  },
  {
    title: 'registers',
    items: [
      { to: '/cities', text: 'cities', icon: IconMapPin, need: needs.cities },
      { to: '/boxcats', text: 'categories', icon: IconCategory2, need: needs.categories },
      { to: '/roles', text: 'roles', icon: IconUserShield, need: needs.roles },
      { to: '/users-import', text: 'usersImport', icon: IconTableImport, need: needs.usersImport },
      { to: '/table-import', text: 'tableImport', icon: IconFileImport, need: needs.tableImport },
      { to: '/company-export', text: 'companyExport', icon: IconPackageExport, need: needs.companyExport },
      { to: '/reports', text: 'reports', icon: IconChartBar, need: needs.reports },
      { to: '/company', text: 'company', icon: IconBuildingStore, need: needs.company },
      { to: '/api-keys', text: 'apiKeys', icon: IconKey, need: needs.apiKeys },
      { to: '/webhooks', text: 'webhooks', icon: IconWebhook, need: needs.webhooks },
      { to: '/developers', text: 'developers', icon: IconCode, need: needs.developers },
      { to: '/audit', text: 'audit', icon: IconHistory, need: needs.audit },
      { to: '/system', text: 'system', icon: IconServer2, need: needs.system },
    ],
  },
]
