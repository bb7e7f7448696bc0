-- Which documents were unpaid on a past day: issued by then, and paid after it. Both days stand here, so that none of the millions that were
-- paid in between is looked at itself.
create index document_settled on document (paid_at, accounting_date) include (id) where status = 'paid';
