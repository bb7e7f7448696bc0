-- The beginning of a box number, by bytes: an index in the order of a language would not know it, and `like` with a parameter
-- finds no index in a plan that serves for all parameters.
drop index box_by_number;
create index box_by_number on box (unit_number text_pattern_ops) where deleted_at is null;
