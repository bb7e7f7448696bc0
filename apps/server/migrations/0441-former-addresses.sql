-- The sealed former address of a changed e-mail goes from its event once its mail is written.
create index event_former_address on event (id) where payload ? 'formerAddress';
