-- Which run of an agent holds the identity of a site, and a second holder that the server has refused until staff decide.
-- `holder`: id of the run that is let in; null: none has said one. `holders_barred`: runs that staff decided against.
-- `holder_refused`: {instance, address, firstAt, lastAt}, machine time.
alter table site
  add column holder text,
  add column holder_refused jsonb,
  add column holders_barred text[] not null default '{}';
