/** Databases in which an external management system may keep its data. Safe for the browser. */
export const databaseKinds = ['postgres', 'mysql', 'mssql'] as const
/** `mysql` is MariaDB too. */
export type DatabaseKind = (typeof databaseKinds)[number]

const usualPorts: Readonly<Record<DatabaseKind, number>> = { postgres: 5432, mysql: 3306, mssql: 1433 }

export const usualPort = (kind: DatabaseKind): number => usualPorts[kind]

/** What is meant where nobody said it: the kind whose usual port it is, PostgreSQL for any other. */
export function kindOfPort(port: number | null): DatabaseKind {
  return databaseKinds.find((kind) => usualPorts[kind] === port) ?? 'postgres'
}
