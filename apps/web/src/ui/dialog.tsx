import { Drawer as BareDrawer, Modal as BareModal, type DrawerProps, type ModalProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useReturnedFocus } from './return-focus.ts'

/**
 * The window and the drawer of the whole app: with a cross that has a name, and the focus back where it was afterwards.
 * Imported by this file's name, not through the index: a first page without dialogs shall not load them.
 */
export function Modal(props: ModalProps) {
  const t = useTranslations('shell')
  useReturnedFocus(props.opened)
  return <BareModal closeButtonProps={{ 'aria-label': t('close') }} {...props} returnFocus={false} />
}

export function Drawer(props: DrawerProps) {
  const t = useTranslations('shell')
  useReturnedFocus(props.opened)
  return <BareDrawer closeButtonProps={{ 'aria-label': t('close') }} {...props} returnFocus={false} />
}
