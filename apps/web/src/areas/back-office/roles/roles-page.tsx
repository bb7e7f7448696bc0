import { Button } from '@mantine/core'
import { IconPlus, IconShieldCheck, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listRoles } from '@stowage/api/roles'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import {
  AskedSection,
  DataTable,
  PageHeader,
  Pill,
  SkeletonRows,
  type DataTableColumn,
} from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { useRoleName } from '../use-role-name.ts'
import { FactorRule } from './factor-rule.tsx'
import { NewRole } from './new-role.tsx'
import { RoleEditor } from './role-editor.tsx'
import type { Role } from './role.ts'
import classes from './roles.module.css'

/** /roles: who may do what; which role is open stands in the address (decision 8). */
export default function RolesPage(): ReactNode {
  const t = useTranslations('registers.roles')
  const shell = useTranslations('shell')
  const security = useTranslations('security.role')
  const roleName = useRoleName()
  const format = useFormat()
  const navigate = useNavigate()
  const { role: open } = useSearch({ from: '/inside/roles' })
  const query = useQuery(queryOf(listRoles))
  const show = (role?: string): void =>
    void navigate({ to: '/roles', search: role === undefined ? {} : { role } })
  // What was typed is saved or deleted with its role: there is nothing to ask.
  const done = (): void => void navigate({ to: '/roles', search: {}, ignoreBlocker: true })
  const nameOf = (role: Role): string =>
    role.isBuiltIn ? roleName({ role: role.platformRole, roleName: role.alias }) : role.name
  const rights = (role: Role): string =>
    role.platformRole === 'superUser'
      ? t('all')
      : role.platformRole === 'client'
        ? t('own')
        : t('permissionsCount', { count: role.permissions.length })
  const columns: DataTableColumn<Role>[] = [
    {
      accessor: 'name',
      title: t('name'),
      render: (role) => (
        <span className={classes.name}>
          {nameOf(role)}
          {role.isBuiltIn && (
            <Pill tone="gray" icon={IconShieldLock}>
              {t('builtIn')}
            </Pill>
          )}
          {role.requiresSecondFactor && (
            <Pill tone="teal" icon={IconShieldCheck}>
              {security('pill')}
            </Pill>
          )}
        </span>
      ),
    },
    { accessor: 'alias', title: t('alias') },
    {
      accessor: 'platformRole',
      title: t('platformRole'),
      render: (role) => shell(`role.${role.platformRole}`),
    },
    { accessor: 'permissions', title: t('permissions'), render: rights },
    {
      accessor: 'users',
      title: t('users'),
      textAlign: 'right',
      render: (role) => format.number(role.users),
    },
    {
      accessor: 'options',
      title: t('options'),
      textAlign: 'right',
      render: (role) => (
        <button
          type="button"
          className={classes.link}
          aria-label={t(role.isBuiltIn ? 'viewNamed' : 'editNamed', { name: nameOf(role) })}
          onClick={() => show(role.id)}
        >
          {t(role.isBuiltIn ? 'view' : 'edit')}
        </button>
      ),
    },
  ]
  const opened = query.data?.find(({ id }) => id === open)
  return (
    <>
      <PageHeader
        title={shell('nav.roles')}
        {...(query.data === undefined ? {} : { lead: t('count', { count: query.data.length }) })}
        actions={
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => show('new')}>
            {t('add')}
          </Button>
        }
      />
      <AskedSection title={t('list')} query={query} flush skeleton={<SkeletonRows rows={5} />}>
        {(roles) => <DataTable records={[...roles]} columns={columns} idAccessor="id" />}
      </AskedSection>
      <Drawer
        opened={open === 'new' || opened !== undefined}
        onClose={() => show()}
        title={opened === undefined ? t('newTitle') : nameOf(opened)}
      >
        {open === 'new' && <NewRole onMade={done} />}
        {opened !== undefined && <FactorRule key={`${opened.id} factor`} role={opened} />}
        {opened !== undefined && <RoleEditor key={opened.id} role={opened} onDeleted={done} />}
      </Drawer>
    </>
  )
}
