export { freePort } from '../start/free-port.ts'
