import os from 'node:os'

const MEGABYTE = 1024 * 1024

/** Given at every start, so that a newer version's settings reach an older cluster. */
export function settings(sockets: string, durable: boolean): string[] {
  const common = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    random_page_cost: '1.1',
    // Statements and details carry people's data; errors reach our own log by code.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  const chosen = durable
    ? {
        ...memory(),
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        max_wal_size: '1GB',
      }
    : {
        shared_buffers: '64MB',
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_wal_size: '2GB',
        autovacuum: 'off',
      }
  return Object.entries({ ...common, ...chosen }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * What PostgreSQL may keep of its tables, and what it may count on the system to keep: an eighth and a half of the memory, of the
 * machine's or of what the process is allowed (its default of 128 MB is for a machine with a gigabyte). An eighth and not the usual
 * quarter, as the servers, their processes that print and often the mail live on the same machine.
 */
export function memory(
  available = Math.min(os.totalmem(), process.constrainedMemory() || Infinity),
): Record<'shared_buffers' | 'effective_cache_size', string> {
  const shared = Math.min(4096, Math.max(128, Math.floor(available / MEGABYTE / 8)))
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(shared, Math.floor(available / MEGABYTE / 2))}MB`,
  }
}
