-- A door, a box page and the management system name a box by its number in the source: beside its id, by this.
create index box_external on box (external_id) where external_id is not null;
