export { CustomerShell } from './customer-shell.tsx'
export { HeaderCenter } from './header-center.tsx'
