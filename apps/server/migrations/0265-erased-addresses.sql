-- Facts that still bring the sealed address of somebody who was erased, until everybody has heard of it.
create index event_erased_address on event (id) where payload ? 'erasedAddress';
