-- Exit contacts that explain no opening, as the site said last: [{lockId, trouble}].
alter table site_health add column exits jsonb not null default '[]';
