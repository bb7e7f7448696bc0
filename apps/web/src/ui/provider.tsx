import './base.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'colorScheme' })

/** The nonce of this answer: styles made at run time carry it, or the content policy drops them in silence. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

/** Once, before anything is drawn: get-nonce, which the scroll lock of dialogs asks, reads this name. */
export function handOnStyleNonce(): void {
  ;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce()
}

/** Theme, fonts and colour scheme: the system's unless the person chose one, which is then kept. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
