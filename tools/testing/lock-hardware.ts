export { startLockHardware, type LockHardware } from '@stowage/simulators/hardware/start-lock-hardware'
