import fs from 'node:fs/promises'
import { createConnection, type Connection } from 'mysql2/promise'

/** An external system in a MariaDB of a test: its views, a user who may read them and one table that he may write. */
export interface ExternalMysql {
  readonly admin: Connection
  readonly fields: { readonly name: string; readonly username: string; readonly password: string }
}

export async function seedMysql(socket: string): Promise<ExternalMysql> {
  const admin = await createConnection({ socketPath: socket, user: 'root', multipleStatements: true })
  const fields = { name: 'space', username: 'reader', password: 'read-only' }
  await admin.query(
    `create database ${fields.name} character set utf8mb4; use ${fields.name}; create user '${fields.username}'@'127.0.0.1' identified by '${fields.password}'`,
  )
  const text = await fs.readFile(new URL('sm-seed.sql', import.meta.url), 'utf8')
  await admin.query(text.replaceAll('{{TS}}', 'datetime(6)'))
  await admin.query(
    `create table ssr_commands (CommandID varchar(36) primary key, Kind varchar(16) not null, SiteID varchar(36) not null, ContractID varchar(36), UnitID varchar(36), CustomerID varchar(36), DateValue date, Amount decimal(12,2), Payload text, CreatedAt datetime not null, ProcessedAt datetime, Result text);
     grant select on ${fields.name}.* to '${fields.username}'@'127.0.0.1'; grant insert, delete on ${fields.name}.ssr_commands to '${fields.username}'@'127.0.0.1'`,
  )
  return { admin, fields }
}
