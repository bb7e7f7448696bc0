/**
 * Loads every part of a running agent and starts none. To read TypeScript, Node loads a compiler of 25 MB that it never gives back; a
 * process that finds everything compiled does without.
 */
export async function loadAll(): Promise<void> {
  await Promise.all([
    import('./run-site.ts'),
    import('../carriers/direct.ts'),
    import('../carriers/tunnel.ts'),
    import('../offline/lan-server.ts'),
    import('serialport'),
  ])
}
