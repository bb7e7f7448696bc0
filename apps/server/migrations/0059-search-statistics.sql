-- A column that is added has no statistics, and autovacuum gathers them only after many rows have changed: until then a search
-- for an address would walk all mails by their day.
analyze account;
analyze mail;
