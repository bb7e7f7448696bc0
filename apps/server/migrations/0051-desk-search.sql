-- A box is found by the beginning of its number, whatever its stock.
create index box_by_number on box (unit_number) where deleted_at is null;
