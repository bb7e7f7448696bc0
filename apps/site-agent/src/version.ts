/** Of this agent, as it says in its health; that of package.json. */
export const VERSION = '0.1.0'
